/* Bytes to messages.
 *
 * Every function returns NULL for bytes that are not plainly right, with or without an exception:
 * the pure Python reader then looks at the same bytes and says what is wrong, if anything is.
 * No Python code runs but what the garbage collector may start while an object is allocated, and
 * what other threads run when the GIL is yielded between elements; all that a half-filled object
 * holds is its own by then, and its empty slots are empty for everybody.
 */
#include "engine.h"

#define ELEMENTS_PER_YIELD 1024

typedef struct {
    const uint8_t *at;
    const uint8_t *end;
    Py_ssize_t elements_left; /* of all arrays together */
    int until_yield;          /* elements */
    PyObject *view;           /* of the bytes, for fields of bytes to be slices of; or NULL */
    const uint8_t *view_start;
} Reader;

static PyObject *read_struct(Reader *reader, const Layout *layout);

static inline Py_ssize_t
left(const Reader *reader)
{
    return reader->end - reader->at;
}

/* Read an unsigned varint of at most 32 bits in at most five bytes; -1 if it is not one. */
static inline int64_t
read_uvarint(Reader *reader)
{
    if (reader->at < reader->end && *reader->at < 0x80)
        return *reader->at++;
    uint64_t value = 0;
    for (int shift = 0; shift < 7 * UVARINT_BYTES_MAX && reader->at < reader->end; shift += 7) {
        uint8_t byte = *reader->at++;
        value |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80)
            return value > UINT32_MAX ? -1 : (int64_t)value;
    }
    return -1;
}

/* ---- Values ---- */

/* Make a Uuid as bytes.__new__ makes instances of a subclass, without its Python code; the class
 * has no slots of its own. Equal ones are shared: a log or a cluster repeats few of them. */
static PyObject *
read_uuid(const uint8_t *at)
{
    static PyObject *shared[1024];
    uint32_t hash = (load32(at) ^ load32(at + 4) * 31 ^ load32(at + 8) * 37 ^ load32(at + 12) * 41)
                    * 0x9E3779B1u;
    PyObject **place = &shared[hash >> 22];
    if (*place != NULL && memcmp(PyBytes_AS_STRING(*place), at, 16) == 0)
        return Py_NewRef(*place);
    PyObject *uuid = engine.uuid_type->tp_alloc(engine.uuid_type, 16);
    if (uuid == NULL)
        return NULL;
    memcpy(PyBytes_AS_STRING(uuid), at, 16);
    _Py_COMP_DIAG_PUSH
    _Py_COMP_DIAG_IGNORE_DEPR_DECLS
    ((PyBytesObject *)uuid)->ob_shash = -1; /* not computed yet */
    _Py_COMP_DIAG_POP
    PyObject *before = *place;
    *place = Py_NewRef(uuid);
    Py_XDECREF(before);
    return uuid;
}

/* Make the value of a fixed kind; its bytes are there. */
static inline PyObject *
fixed_value(int kind, const uint8_t *at)
{
    switch (kind) {
    case KIND_BOOL:
        return Py_NewRef(*at ? Py_True : Py_False);
    case KIND_INT8:
        return PyLong_FromLong((int8_t)*at);
    case KIND_INT16:
        return PyLong_FromLong((int16_t)load16(at));
    case KIND_UINT16:
        return PyLong_FromLong(load16(at));
    case KIND_INT32:
        return PyLong_FromLong((int32_t)load32(at));
    case KIND_UINT32:
        return PyLong_FromUnsignedLong(load32(at));
    case KIND_INT64:
        return PyLong_FromLongLong((int64_t)load64(at));
    case KIND_FLOAT64: {
        uint64_t bits = load64(at);
        double value;
        memcpy(&value, &bits, sizeof value);
        return PyFloat_FromDouble(value);
    }
    case KIND_UUID:
        return read_uuid(at);
    default:
        return NULL;
    }
}

static PyObject *
read_fixed(Reader *reader, int kind)
{
    Py_ssize_t width = kind_width[kind];
    if (left(reader) < width)
        return NULL;
    const uint8_t *at = reader->at;
    reader->at += width;
    return fixed_value(kind, at);
}

#define NULL_LENGTH (-1)
#define BAD_LENGTH (-2)

/* Read the length of a string or of bytes, or the count of an array. A length below -1 is refused,
 * and so is one that is larger than the bytes left. */
static inline Py_ssize_t
read_length(Reader *reader, int is_compact, int is_short)
{
    int64_t length;
    if (is_compact) {
        length = read_uvarint(reader) - 1; /* of -1, the end of the bytes, that makes BAD_LENGTH */
    }
    else {
        Py_ssize_t width = is_short ? 2 : 4;
        if (left(reader) < width)
            return BAD_LENGTH;
        length = is_short ? (int16_t)load16(reader->at) : (int32_t)load32(reader->at);
        reader->at += width;
    }
#ifdef KRAFT_INJECTED_OVER_READ /* by tests/sanitize, to see that such a fault is reported */
    return length < NULL_LENGTH ? BAD_LENGTH : (Py_ssize_t)length;
#endif
    return length < NULL_LENGTH || length > left(reader) ? BAD_LENGTH : (Py_ssize_t)length;
}

/* Whether no byte of a short text is above 127: eight at a time. */
static inline int
is_ascii(const char *at, Py_ssize_t length)
{
    uint64_t bits = 0, word;
    for (; length >= 8; length -= 8, at += 8) {
        memcpy(&word, at, sizeof word);
        bits |= word;
    }
    for (; length > 0; length--, at++)
        bits |= (uint8_t)*at;
    return (bits & 0x8080808080808080u) == 0;
}

#define SHORT_TEXT 64

/* Make a string; short ones in ASCII by themselves, as most are, without CPython's decoder. */
static inline PyObject *
new_text(const char *at, Py_ssize_t length)
{
    if (length > SHORT_TEXT || length < 2 || !is_ascii(at, length)) /* CPython shares the shortest */
        return PyUnicode_DecodeUTF8(at, length, NULL);
    PyObject *text = PyUnicode_New(length, 127);
    if (text != NULL)
        memcpy(PyUnicode_1BYTE_DATA(text), at, (size_t)length);
    return text;
}

/* Read a string, or the null that is allowed. */
static inline PyObject *
read_string(Reader *reader, int is_compact, int is_nullable)
{
    Py_ssize_t length = read_length(reader, is_compact, 1);
    if (length < 0)
        return length == NULL_LENGTH && is_nullable ? Py_NewRef(Py_None) : NULL;
    if (length > engine.limits.string_bytes)
        return NULL;
    const char *at = (const char *)reader->at;
    reader->at += length;
    return new_text(at, length);
}

/* Read bytes or records, or the null that is allowed. */
static inline PyObject *
read_bytes(Reader *reader, int is_compact, int is_nullable)
{
    Py_ssize_t length = read_length(reader, is_compact, 0);
    if (length < 0)
        return length == NULL_LENGTH && is_nullable ? Py_NewRef(Py_None) : NULL;
    const uint8_t *at = reader->at;
    reader->at += length;
    if (reader->view != NULL) {
        Py_ssize_t place = at - reader->view_start;
        return PySequence_GetSlice(reader->view, place, place + length);
    }
    return PyBytes_FromStringAndSize((const char *)at, length);
}

/* ---- Arrays and structures ---- */

static inline PyObject *
read_element(Reader *reader, const Field *field)
{
    switch (field->kind) {
    case KIND_STRUCT:
        return read_struct(reader, field->child);
    case KIND_STRING:
        return read_string(reader, field->is_compact, 0);
    case KIND_BYTES:
        return read_bytes(reader, field->is_compact, 0);
    default:
        return read_fixed(reader, field->kind);
    }
}

/* Bytes that an element takes at least: no tuple is made for more than can be there. */
static Py_ssize_t
least_element_size(const Field *field)
{
    switch (field->kind) {
    case KIND_STRUCT:
        return field->child->least_size;
    case KIND_STRING:
        return field->is_compact ? 1 : 2;
    case KIND_BYTES:
        return field->is_compact ? 1 : 4;
    default:
        return kind_width[field->kind];
    }
}

/* Let other threads run now and then: a message of 16 MiB takes longer than an event loop may wait.
 * The bytes stay where they are (the caller holds them), and so do the layouts of its class. */
static inline void
yield_gil(Reader *reader)
{
    if (--reader->until_yield > 0)
        return;
    reader->until_yield = ELEMENTS_PER_YIELD;
    Py_BEGIN_ALLOW_THREADS
    Py_END_ALLOW_THREADS
}

static PyObject *
read_array(Reader *reader, const Field *field)
{
    Py_ssize_t count = read_length(reader, field->is_compact, 0);
    if (count < 0)
        return count == NULL_LENGTH && field->is_nullable ? Py_NewRef(Py_None) : NULL;
    if (count > engine.limits.array_elements || count > reader->elements_left)
        return NULL;
    Py_ssize_t least = least_element_size(field);
    if (least > 0 && count > left(reader) / least)
        return NULL;
    reader->elements_left -= count;
    PyObject *elements = PyTuple_New(count);
    if (elements == NULL || count == 0)
        return elements;
    /* Out of the garbage collector's sight while it has empty places. */
    PyObject_GC_UnTrack(elements);
    Py_ssize_t width = kind_width[field->kind];
    if (width > 0) { /* their bytes are there: see `least` */
        for (Py_ssize_t i = 0; i < count; i++, reader->at += width) {
            PyObject *element = fixed_value(field->kind, reader->at);
            if (element == NULL) {
                Py_DECREF(elements);
                return NULL;
            }
            PyTuple_SET_ITEM(elements, i, element);
            yield_gil(reader);
        }
        return elements;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *element = read_element(reader, field);
        if (element == NULL) {
            Py_DECREF(elements);
            return NULL;
        }
        PyTuple_SET_ITEM(elements, i, element);
        yield_gil(reader);
    }
    if (field->kind == KIND_STRUCT) /* nothing else can be part of a cycle */
        PyObject_GC_Track(elements);
    return elements;
}

/* Read whether a structure that may be null is there: from a signed byte, or in a tagged field from
 * a varint, which Java holds in a signed int. */
static inline int
read_presence(Reader *reader, int is_tagged, int *is_present)
{
    if (is_tagged) {
        int64_t mark = read_uvarint(reader);
        if (mark < 0)
            return -1;
        *is_present = mark > 0 && mark <= INT32_MAX;
    }
    else {
        if (left(reader) < 1)
            return -1;
        *is_present = (int8_t)*reader->at++ >= 0;
    }
    return 0;
}

/* Read a structure that may be null. */
static PyObject *
read_nullable_struct(Reader *reader, const Field *field, int is_tagged)
{
    int is_present;
    if (read_presence(reader, is_tagged, &is_present) < 0)
        return NULL;
    return is_present ? read_struct(reader, field->child) : Py_NewRef(Py_None);
}

static inline PyObject *
read_field(Reader *reader, const Field *field, int is_tagged)
{
    if (field->is_array)
        return read_array(reader, field);
    switch (field->kind) {
    case KIND_STRUCT:
        if (field->is_nullable)
            return read_nullable_struct(reader, field, is_tagged);
        return read_struct(reader, field->child);
    case KIND_STRING:
        return read_string(reader, field->is_compact, field->is_nullable);
    case KIND_BYTES:
        return read_bytes(reader, field->is_compact, field->is_nullable);
    default:
        return read_fixed(reader, field->kind);
    }
}

/* Give a slot that has a value another one. */
static inline void
set_slot(PyObject *object, Py_ssize_t offset, PyObject *value)
{
    PyObject **place = slot_of(object, offset);
    PyObject *before = *place;
    *place = value;
    Py_XDECREF(before);
}

/* ---- The tag section ---- */

/* Unknown tagged fields are kept in the order of their tags; those that come in another order, or
 * twice, are left to Python. */
typedef struct {
    PyObject *list; /* NULL as long as there are none */
    int64_t last_tag;
    Py_ssize_t bytes;
} Unknown;

static int
keep_unknown(Unknown *unknown, uint32_t tag, const uint8_t *at, Py_ssize_t size)
{
    unknown->bytes += size;
    if (tag <= unknown->last_tag || tag > engine.limits.tag
        || unknown->bytes > engine.limits.unknown_tag_bytes)
        return -1;
    unknown->last_tag = tag;
    if (unknown->list == NULL && (unknown->list = PyList_New(0)) == NULL)
        return -1;
    PyObject *pair = Py_BuildValue("(Iy#)", (unsigned int)tag, (const char *)at, size);
    if (pair == NULL)
        return -1;
    int failed = PyList_Append(unknown->list, pair);
    Py_DECREF(pair);
    return failed;
}

static int
is_lacking(const Layout *layout, uint32_t tag)
{
    for (Py_ssize_t i = 0; i < layout->lacking_count; i++) {
        if (layout->lacking[i] == tag)
            return 1;
    }
    return 0;
}

/* Read one tagged field; `seen` has a bit for each known one. */
static int
read_tagged_field(Reader *reader, const Layout *layout, PyObject *object, uint64_t *seen,
                  Unknown *unknown)
{
    int64_t tag = read_uvarint(reader);
    int64_t size = read_uvarint(reader);
    if (tag < 0 || size < 0 || size > left(reader))
        return -1;
    const Field *field = layout->fields + layout->plain_count;
    for (Py_ssize_t i = 0; i < layout->tagged_count; i++, field++) {
        if (field->tag != tag)
            continue;
        const uint8_t *end = reader->at + size;
        if (*seen >> i & 1)
            return -1;
        *seen |= (uint64_t)1 << i;
        PyObject *value = read_field(reader, field, 1);
        if (value == NULL)
            return -1;
        set_slot(object, field->offset, value);
        return reader->at == end ? 0 : -1;
    }
    if (is_lacking(layout, (uint32_t)tag))
        return -1;
    reader->at += size;
    return keep_unknown(unknown, (uint32_t)tag, reader->at - size, (Py_ssize_t)size);
}

static int
read_tagged_fields(Reader *reader, const Layout *layout, PyObject *object, Py_ssize_t count)
{
    uint64_t seen = 0;
    Unknown unknown = {.last_tag = -1};
    for (Py_ssize_t i = 0; i < count; i++) {
        if (read_tagged_field(reader, layout, object, &seen, &unknown) < 0) {
            Py_XDECREF(unknown.list);
            return -1;
        }
    }
    if (unknown.list == NULL)
        return 0;
    PyObject *tags = PyList_AsTuple(unknown.list);
    Py_DECREF(unknown.list);
    if (tags == NULL)
        return -1;
    set_slot(object, layout->slots->unknown_offset, tags);
    return 0;
}

/* Read the tag section: defaults first, since only set fields are in it. */
static int
read_tags(Reader *reader, const Layout *layout, PyObject *object)
{
    const Field *field = layout->fields + layout->plain_count;
    for (Py_ssize_t i = 0; i < layout->tagged_count; i++, field++)
        *slot_of(object, field->offset) = Py_NewRef(field->slot->initial);
    int64_t count = read_uvarint(reader);
    if (count < 0 || count > engine.limits.tagged_fields || count > left(reader))
        return -1;
    return count ? read_tagged_fields(reader, layout, object, (Py_ssize_t)count) : 0;
}

/* Make an instance as object.__new__ does, and fill all its slots. */
static PyObject *
read_struct(Reader *reader, const Layout *layout)
{
    PyObject *object = new_instance(layout->slots->type);
    if (object == NULL)
        return NULL;
    /* Each slot is filled once, so that nothing is overwritten but by tagged fields. */
    *slot_of(object, layout->slots->unknown_offset) = Py_NewRef(engine.no_tags);
    const Field *field = layout->fields, *last = field + layout->plain_count;
    for (; field < last; field++) {
        PyObject *value = read_field(reader, field, 0);
        if (value == NULL)
            goto refuse;
        *slot_of(object, field->offset) = value;
    }
    if (layout->is_flexible && read_tags(reader, layout, object) < 0)
        goto refuse;
    field = layout->fields + layout->plain_count + layout->tagged_count;
    for (last = field + layout->absent_count; field < last; field++)
        *slot_of(object, field->offset) = Py_NewRef(field->slot->initial);
    return object;
refuse:
    Py_DECREF(object);
    return NULL;
}

/* Read the message that begins `data`; `end` is where it ends. With a memoryview in which `data` is
 * at `view_start`, fields of bytes are slices of it. */
PyObject *
read_message(Layout *layout, const uint8_t *data, Py_ssize_t size, PyObject *view,
             Py_ssize_t view_start, Py_ssize_t *end)
{
    Reader reader = {data, data + size, engine.limits.message_elements, ELEMENTS_PER_YIELD,
                     view, data - view_start};
    PyObject *message = read_struct(&reader, layout);
    *end = reader.at - data;
    return message;
}

/* ---- Counting elements ---- */

/* Nothing is made here, no Python code runs, and the GIL is not held: see engine_elements_above. The
 * walk ends at bytes that the reader refuses too, there or earlier: it looks at no text, and not at
 * tags that come twice. */
typedef enum { STEP_DONE, STEP_BAD, STEP_ABOVE } Step;

static Step skip_struct(Reader *reader, const Layout *layout);

/* Take elements from the budget; what is above it stays at the count, which `begin` is the place of. */
static inline Step
charge(Reader *reader, Py_ssize_t count, const uint8_t *begin)
{
    reader->elements_left -= count;
    if (reader->elements_left >= 0)
        return STEP_DONE;
    reader->at = begin;
    return STEP_ABOVE;
}

static inline Step
skip_bytes(Reader *reader, int is_compact, int is_short, int is_nullable)
{
    Py_ssize_t length = read_length(reader, is_compact, is_short);
    if (length < 0)
        return length == NULL_LENGTH && is_nullable ? STEP_DONE : STEP_BAD;
    if (is_short && length > engine.limits.string_bytes)
        return STEP_BAD;
    reader->at += length;
    return STEP_DONE;
}

/* Step over one value: an element of an array, or a field that is none. */
static inline Step
skip_value(Reader *reader, const Field *field, int is_nullable)
{
    Py_ssize_t width;
    switch (field->kind) {
    case KIND_STRUCT:
        return skip_struct(reader, field->child);
    case KIND_STRING:
        return skip_bytes(reader, field->is_compact, 1, is_nullable);
    case KIND_BYTES:
        return skip_bytes(reader, field->is_compact, 0, is_nullable);
    default:
        width = kind_width[field->kind];
        if (left(reader) < width)
            return STEP_BAD;
        reader->at += width;
        return STEP_DONE;
    }
}

static Step
skip_array(Reader *reader, const Field *field)
{
    const uint8_t *begin = reader->at;
    Py_ssize_t count = read_length(reader, field->is_compact, 0);
    if (count < 0)
        return count == NULL_LENGTH && field->is_nullable ? STEP_DONE : STEP_BAD;
    if (count > engine.limits.array_elements)
        return STEP_BAD;
    Step step = charge(reader, count, begin);
    for (Py_ssize_t i = 0; i < count && step == STEP_DONE; i++)
        step = skip_value(reader, field, 0);
    return step;
}

static Step
skip_field(Reader *reader, const Field *field, int is_tagged)
{
    int is_present;
    if (field->is_array)
        return skip_array(reader, field);
    if (field->kind == KIND_STRUCT && field->is_nullable) {
        if (read_presence(reader, is_tagged, &is_present) < 0)
            return STEP_BAD;
        return is_present ? skip_struct(reader, field->child) : STEP_DONE;
    }
    return skip_value(reader, field, field->is_nullable);
}

static Step
skip_tagged_field(Reader *reader, const Layout *layout)
{
    int64_t tag = read_uvarint(reader);
    int64_t size = read_uvarint(reader);
    if (tag < 0 || size < 0 || size > left(reader))
        return STEP_BAD;
    const uint8_t *end = reader->at + size;
    const Field *field = layout->fields + layout->plain_count;
    for (Py_ssize_t i = 0; i < layout->tagged_count; i++, field++) {
        if (field->tag != tag)
            continue;
        Step step = skip_field(reader, field, 1);
        return step == STEP_DONE && reader->at != end ? STEP_BAD : step;
    }
    reader->at = end;
    return STEP_DONE;
}

static Step
skip_tags(Reader *reader, const Layout *layout)
{
    const uint8_t *begin = reader->at;
    int64_t count = read_uvarint(reader);
    if (count < 0 || count > engine.limits.tagged_fields || count > left(reader))
        return STEP_BAD;
    Step step = charge(reader, (Py_ssize_t)count, begin);
    for (int64_t i = 0; i < count && step == STEP_DONE; i++)
        step = skip_tagged_field(reader, layout);
    return step;
}

static Step
skip_struct(Reader *reader, const Layout *layout)
{
    const Field *field = layout->fields, *last = field + layout->plain_count;
    for (; field < last; field++) {
        Step step = skip_field(reader, field, 0);
        if (step != STEP_DONE)
            return step;
    }
    return layout->is_flexible ? skip_tags(reader, layout) : STEP_DONE;
}

/* Where the elements of a message become more than `budget`; -1 if they do not. */
Py_ssize_t
place_above(const Layout *layout, const uint8_t *data, Py_ssize_t size, Py_ssize_t budget)
{
    Reader reader = {data, data + size, budget, 0, NULL, NULL};
    return skip_struct(&reader, layout) == STEP_ABOVE ? reader.at - data : -1;
}
