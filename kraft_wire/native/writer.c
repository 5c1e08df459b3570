/* Messages to bytes.
 *
 * Only values of the very types that the constructor is meant for are written: int, bool, float,
 * str, bytes and their kin, tuples, and instances whose class has the slots where the table says.
 * All else makes a function return -1, and Python decides. As no Python code runs here, borrowed
 * references are enough: nobody can take a value away meanwhile.
 */
#include "engine.h"

#define SCRATCH_BYTES 0x4000

/* Where the bytes go: first into a buffer that all messages share, or one that the caller gave; then,
 * if it is too small, into a bytes object. */
typedef struct {
    uint8_t *start;
    uint8_t *at;
    uint8_t *end;
    PyObject *bytes;      /* NULL as long as the first buffer is used */
    Py_ssize_t next_size; /* of the bytes object to change to, at least */
    PyObject *buffers;    /* a list, for large values not to be copied; or NULL */
    PyObject *target;     /* the bytearray that is written to, which no value can be; or NULL */
} Writer;

static int write_struct(Writer *writer, const Layout *layout, PyObject *object);

static int
grow(Writer *writer, Py_ssize_t more)
{
    Py_ssize_t used = writer->at - writer->start;
    if (more > PY_SSIZE_T_MAX / 2 - used)
        return -1;
    Py_ssize_t size = used + more + (used + more) / 2;
    if (size < writer->next_size && writer->bytes == NULL)
        size = writer->next_size;
    if (writer->bytes == NULL) {
        writer->bytes = PyBytes_FromStringAndSize(NULL, size);
        if (writer->bytes == NULL)
            return -1;
        memcpy(PyBytes_AS_STRING(writer->bytes), writer->start, (size_t)used);
    }
    else if (_PyBytes_Resize(&writer->bytes, size) < 0) {
        return -1; /* which has dropped the object */
    }
    writer->start = (uint8_t *)PyBytes_AS_STRING(writer->bytes);
    writer->at = writer->start + used;
    writer->end = writer->start + size;
    return 0;
}

/* Make room for so many bytes. */
static inline int
need(Writer *writer, Py_ssize_t size)
{
    return writer->end - writer->at >= size ? 0 : grow(writer, size);
}

static inline int
write_raw(Writer *writer, const void *data, Py_ssize_t size)
{
    if (need(writer, size) < 0)
        return -1;
    memcpy(writer->at, data, (size_t)size);
    writer->at += size;
    return 0;
}

/* ---- Values ---- */

/* Read an int within bounds. */
static inline int
int_of(PyObject *value, int64_t lowest, int64_t highest, int64_t *number)
{
    if (!PyLong_Check(value) || long_of(value, number) < 0)
        return -1;
    return *number < lowest || *number > highest ? -1 : 0;
}

/* Write the value of a fixed kind. */
static int
write_fixed(Writer *writer, int kind, PyObject *value)
{
    int64_t number;
    if (need(writer, 16) < 0)
        return -1;
    uint8_t *at = writer->at;
    switch (kind) {
    case KIND_BOOL:
        if (value != Py_True && value != Py_False)
            return -1;
        *at = value == Py_True;
        break;
    case KIND_INT8:
        if (int_of(value, INT8_MIN, INT8_MAX, &number) < 0)
            return -1;
        *at = (uint8_t)number;
        break;
    case KIND_INT16:
        if (int_of(value, INT16_MIN, INT16_MAX, &number) < 0)
            return -1;
        store16(at, (uint16_t)number);
        break;
    case KIND_UINT16:
        if (int_of(value, 0, UINT16_MAX, &number) < 0)
            return -1;
        store16(at, (uint16_t)number);
        break;
    case KIND_INT32:
        if (int_of(value, INT32_MIN, INT32_MAX, &number) < 0)
            return -1;
        store32(at, (uint32_t)number);
        break;
    case KIND_UINT32:
        if (int_of(value, 0, UINT32_MAX, &number) < 0)
            return -1;
        store32(at, (uint32_t)number);
        break;
    case KIND_INT64:
        if (int_of(value, INT64_MIN, INT64_MAX, &number) < 0)
            return -1;
        store64(at, (uint64_t)number);
        break;
    case KIND_FLOAT64: {
        if (!PyFloat_CheckExact(value))
            return -1;
        double real = PyFloat_AS_DOUBLE(value);
        uint64_t bits;
        memcpy(&bits, &real, sizeof bits);
        store64(at, bits);
        break;
    }
    case KIND_UUID:
        if ((!Py_IS_TYPE(value, engine.uuid_type) && !PyBytes_CheckExact(value))
            || PyBytes_GET_SIZE(value) != 16)
            return -1;
        memcpy(at, PyBytes_AS_STRING(value), 16);
        break;
    default:
        return -1;
    }
    writer->at += kind_width[kind];
    return 0;
}

/* Write the length of a string or of bytes, the count of an array, or -1 for null. Lengths above
 * what the form can hold are refused. */
static inline int
write_length(Writer *writer, Py_ssize_t length, int is_compact, int is_short)
{
    if (length > (is_short ? INT16_MAX : INT32_MAX - 1) || need(writer, UVARINT_BYTES_MAX) < 0)
        return -1;
    if (is_compact) {
        writer->at = store_uvarint(writer->at, (uint64_t)(length + 1));
    }
    else if (is_short) {
        store16(writer->at, (uint16_t)length);
        writer->at += 2;
    }
    else {
        store32(writer->at, (uint32_t)length);
        writer->at += 4;
    }
    return 0;
}

static int
write_text(Writer *writer, const char *data, Py_ssize_t size, int is_compact)
{
    if (size > engine.limits.string_bytes || write_length(writer, size, is_compact, 1) < 0)
        return -1;
    return write_raw(writer, data, size);
}

static int
write_string(Writer *writer, PyObject *value, int is_compact)
{
    if (!PyUnicode_CheckExact(value))
        return -1;
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(value) < 0)
        return -1;
#endif
    if (PyUnicode_IS_COMPACT_ASCII(value))
        return write_text(writer, PyUnicode_DATA(value), PyUnicode_GET_LENGTH(value), is_compact);
    /* not PyUnicode_AsUTF8, which would keep the bytes for as long as the string lives */
    PyObject *encoded = PyUnicode_AsUTF8String(value);
    if (encoded == NULL)
        return -1;
    int failed
        = write_text(writer, PyBytes_AS_STRING(encoded), PyBytes_GET_SIZE(encoded), is_compact);
    Py_DECREF(encoded);
    return failed;
}

/* End the run of bytes that were copied: it becomes the next buffer. */
static int
end_run(Writer *writer)
{
    if (writer->at == writer->start)
        return 0;
    PyObject *run
        = PyBytes_FromStringAndSize((char *)writer->start, writer->at - writer->start);
    if (run == NULL)
        return -1;
    int failed = PyList_Append(writer->buffers, run);
    Py_DECREF(run);
    writer->at = writer->start;
    return failed;
}

/* Write the bytes of a value. A large one becomes a buffer of its own, if buffers are wanted; none
 * of these objects is known to the garbage collector, so that still no Python code runs. */
static int
write_blob(Writer *writer, PyObject *value, const void *data, Py_ssize_t size, int is_compact)
{
    if (write_length(writer, size, is_compact, 0) < 0)
        return -1;
    if (writer->buffers != NULL && size > engine.limits.copied_bytes)
        return end_run(writer) < 0 ? -1 : PyList_Append(writer->buffers, value);
    return write_raw(writer, data, size);
}

static int
write_view(Writer *writer, PyObject *value, int is_compact)
{
    Py_buffer view;
    if (PyObject_GetBuffer(value, &view, PyBUF_FORMAT | PyBUF_ND) < 0)
        return -1;
    int failed = -1;
    if (view.ndim == 1 && view.itemsize == 1)
        failed = write_blob(writer, value, view.buf, view.len, is_compact);
    PyBuffer_Release(&view);
    return failed;
}

/* Write bytes or records. */
static int
write_bytes(Writer *writer, PyObject *value, int is_compact)
{
    if (PyBytes_CheckExact(value) || Py_IS_TYPE(value, engine.uuid_type))
        return write_blob(writer, value, PyBytes_AS_STRING(value), PyBytes_GET_SIZE(value),
                          is_compact);
    if (PyByteArray_CheckExact(value) && value != writer->target)
        return write_blob(writer, value, PyByteArray_AS_STRING(value),
                          PyByteArray_GET_SIZE(value), is_compact);
    return Py_IS_TYPE(value, &PyMemoryView_Type) ? write_view(writer, value, is_compact) : -1;
}

/* ---- Arrays and structures ---- */

static inline int
write_single(Writer *writer, const Field *field, PyObject *value)
{
    switch (field->kind) {
    case KIND_STRUCT:
        return write_struct(writer, field->child, value);
    case KIND_STRING:
        return write_string(writer, value, field->is_compact);
    case KIND_BYTES:
        return write_bytes(writer, value, field->is_compact);
    default:
        return write_fixed(writer, field->kind, value);
    }
}

static int
write_array(Writer *writer, const Field *field, PyObject *value)
{
    if (!PyTuple_CheckExact(value) && !PyList_CheckExact(value))
        return -1;
    Py_ssize_t count = PySequence_Fast_GET_SIZE(value);
    PyObject **elements = PySequence_Fast_ITEMS(value);
    if (count > engine.limits.array_elements
        || write_length(writer, count, field->is_compact, 0) < 0)
        return -1;
    for (Py_ssize_t i = 0; i < count; i++) {
        if (write_single(writer, field, elements[i]) < 0)
            return -1;
    }
    return 0;
}

static int
write_null(Writer *writer, const Field *field, int is_tagged)
{
    if (!field->is_nullable || need(writer, 1) < 0)
        return -1;
    if (field->is_array)
        return write_length(writer, -1, field->is_compact, 0);
    if (field->kind == KIND_STRUCT) {
        *writer->at++ = is_tagged ? 0 : 0xFF;
        return 0;
    }
    return write_length(writer, -1, field->is_compact, field->kind == KIND_STRING);
}

static inline int
write_field(Writer *writer, const Field *field, PyObject *value, int is_tagged)
{
    if (value == NULL)
        return -1; /* an empty slot: Python raises what it raises */
    if (value == Py_None)
        return write_null(writer, field, is_tagged);
    if (field->is_array)
        return write_array(writer, field, value);
    if (field->kind == KIND_STRUCT && field->is_nullable) {
        if (need(writer, 1) < 0)
            return -1;
        *writer->at++ = 1;
    }
    return write_single(writer, field, value);
}

/* ---- What is at its default, and so is not written ---- */

static int struct_is_default(Slots *slots, PyObject *value);

/* Whether two objects of bytes, or a Uuid, are equal; -1 for other types. */
static int
equal_bytes(PyObject *one, PyObject *other)
{
    if ((!PyBytes_CheckExact(one) && !Py_IS_TYPE(one, engine.uuid_type)) || !PyBytes_Check(other))
        return -1;
    Py_ssize_t size = PyBytes_GET_SIZE(one);
    return size == PyBytes_GET_SIZE(other)
           && memcmp(PyBytes_AS_STRING(one), PyBytes_AS_STRING(other), (size_t)size) == 0;
}

static int
equal_ints(PyObject *value, int64_t initial)
{
    /* an int that compares as int does, as those of an IntEnum do */
    if (!PyLong_Check(value) || Py_TYPE(value)->tp_richcompare != PyLong_Type.tp_richcompare)
        return -1;
    int64_t number;
    return long_of(value, &number) == 0 && number == initial;
}

/* A default of NaN stands for every NaN, which differs from itself. */
static int
equal_doubles(double value, double initial)
{
    return value == initial || (value != value && initial != initial);
}

/* Whether a slot holds its default: 1 or 0, and -1 where only Python can say. */
static int
is_default(const Slot *slot, PyObject *value)
{
    if (value == NULL)
        return -1;
    if (value == slot->initial && slot->kind != KIND_FLOAT64 && slot->kind != KIND_STRUCT)
        return 1; /* not for NaN, which differs from itself, nor for a structure that was changed */
    if (value == Py_None || slot->initial == Py_None)
        return value == slot->initial;
    if (slot->is_array)
        return PyTuple_CheckExact(value) && PyTuple_GET_SIZE(slot->initial) == 0
                   ? PyTuple_GET_SIZE(value) == 0
                   : -1;
    switch (slot->kind) {
    case KIND_BOOL:
        return value == Py_True || value == Py_False ? value == slot->initial : -1;
    case KIND_FLOAT64:
        return PyFloat_CheckExact(value)
                   ? equal_doubles(PyFloat_AS_DOUBLE(value), PyFloat_AS_DOUBLE(slot->initial))
                   : -1;
    case KIND_UUID:
    case KIND_BYTES:
        return equal_bytes(value, slot->initial);
    case KIND_STRING:
        return PyUnicode_CheckExact(value) ? PyUnicode_Compare(value, slot->initial) == 0 : -1;
    case KIND_STRUCT:
        return struct_is_default(slot->child, value);
    default:
        return equal_ints(value, slot->initial_int);
    }
}

/* Unknown tagged fields make a structure another one than the default. */
static int
has_unknown_tags(const Slots *slots, PyObject *object)
{
    PyObject *tags = *slot_of(object, slots->unknown_offset);
    return tags != NULL && PyTuple_CheckExact(tags) ? PyTuple_GET_SIZE(tags) > 0 : -1;
}

static int
struct_is_default(Slots *slots, PyObject *value)
{
    if (!slots_accept(slots, Py_TYPE(value)))
        return -1;
    for (Py_ssize_t i = 0; i < Py_SIZE(slots); i++) {
        const Slot *slot = &slots->slots[i];
        int verdict = is_default(slot, *slot_of(value, slot->offset));
        if (verdict <= 0)
            return verdict;
    }
    int verdict = has_unknown_tags(slots, value);
    return verdict < 0 ? -1 : !verdict;
}

/* ---- The tag section ---- */

/* Write one tagged field: the size in front of it is known once it is written, so all of it is
 * copied. */
static int
write_tagged_field(Writer *writer, const Field *field, PyObject *value)
{
    PyObject *buffers = writer->buffers;
    writer->buffers = NULL;
    if (need(writer, UVARINT_BYTES_MAX + 1) < 0)
        return -1;
    writer->at = store_uvarint(writer->at, field->tag);
    Py_ssize_t size_at = writer->at - writer->start;
    writer->at++; /* for a size of one byte */
    if (write_field(writer, field, value, 1) < 0)
        return -1;
    writer->buffers = buffers;
    Py_ssize_t size = writer->at - writer->start - size_at - 1;
    if (size > INT32_MAX)
        return -1;
    Py_ssize_t more = uvarint_size((uint32_t)size) - 1;
    if (more > 0) {
        if (need(writer, more) < 0)
            return -1;
        uint8_t *content = writer->start + size_at + 1;
        memmove(content + more, content, (size_t)size);
        writer->at += more;
    }
    store_uvarint(writer->start + size_at, (uint64_t)size);
    return 0;
}

/* Write an unknown tagged field, a pair of tag and bytes. Its tag must be above `last`. */
static int
write_unknown(Writer *writer, PyObject *pair, int64_t *last, Py_ssize_t *bytes)
{
    if (!PyTuple_CheckExact(pair) || PyTuple_GET_SIZE(pair) != 2)
        return -1;
    PyObject *number = PyTuple_GET_ITEM(pair, 0), *data = PyTuple_GET_ITEM(pair, 1);
    int64_t tag;
    if (!PyLong_CheckExact(number) || int_of(number, *last + 1, engine.limits.tag, &tag) < 0
        || !PyBytes_CheckExact(data))
        return -1;
    *last = tag;
    *bytes += PyBytes_GET_SIZE(data);
    if (*bytes > engine.limits.unknown_tag_bytes || need(writer, 2 * UVARINT_BYTES_MAX) < 0)
        return -1;
    writer->at = store_uvarint(writer->at, (uint64_t)tag);
    writer->at = store_uvarint(writer->at, (uint64_t)PyBytes_GET_SIZE(data));
    return write_raw(writer, PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data));
}

/* Write the known fields that `set` has a bit for, then the unknown ones. Unknown tags that some
 * version of the structure defines, and those in another order, are left to Python. */
static int
write_tagged_fields(Writer *writer, const Layout *layout, PyObject *object, uint64_t set,
                    PyObject *unknown)
{
    const Field *field = layout->fields + layout->plain_count;
    for (Py_ssize_t i = 0; i < layout->tagged_count; i++, field++) {
        if (set >> i & 1
            && write_tagged_field(writer, field, *slot_of(object, field->offset)) < 0)
            return -1;
    }
    int64_t last = layout->highest_tag;
    Py_ssize_t bytes = 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(unknown); i++) {
        if (write_unknown(writer, PyTuple_GET_ITEM(unknown, i), &last, &bytes) < 0)
            return -1;
    }
    return 0;
}

static int
write_tags(Writer *writer, const Layout *layout, PyObject *object, PyObject *unknown)
{
    const Field *field = layout->fields + layout->plain_count;
    Py_ssize_t count = PyTuple_GET_SIZE(unknown);
    uint64_t set = 0;
    for (Py_ssize_t i = 0; i < layout->tagged_count; i++, field++) {
        int verdict = is_default(field->slot, *slot_of(object, field->offset));
        if (verdict < 0)
            return -1;
        if (!verdict) {
            set |= (uint64_t)1 << i;
            count++;
        }
    }
    if (count > engine.limits.tagged_fields || need(writer, UVARINT_BYTES_MAX) < 0)
        return -1;
    writer->at = store_uvarint(writer->at, (uint64_t)count);
    return count ? write_tagged_fields(writer, layout, object, set, unknown) : 0;
}

/* A field that the version lacks must be at its default, unless it is ignorable. */
static int
check_absent(const Layout *layout, PyObject *object)
{
    const Field *field = layout->fields + layout->plain_count + layout->tagged_count;
    for (Py_ssize_t i = 0; i < layout->absent_count; i++, field++) {
        if (!field->is_ignorable
            && is_default(field->slot, *slot_of(object, field->offset)) != 1)
            return -1;
    }
    return 0;
}

static int
write_struct(Writer *writer, const Layout *layout, PyObject *object)
{
    if (!slots_accept(layout->slots, Py_TYPE(object)) || check_absent(layout, object) < 0)
        return -1;
    const Field *field = layout->fields, *last = field + layout->plain_count;
    for (; field < last; field++) {
        if (write_field(writer, field, *slot_of(object, field->offset), 0) < 0)
            return -1;
    }
    PyObject *unknown = *slot_of(object, layout->slots->unknown_offset);
    if (unknown == NULL || !PyTuple_CheckExact(unknown))
        return -1;
    if (layout->is_flexible)
        return write_tags(writer, layout, object, unknown);
    return PyTuple_GET_SIZE(unknown) ? -1 : 0; /* there is no place for them: Python refuses */
}

static PyObject *
finished(Writer *writer)
{
    Py_ssize_t size = writer->at - writer->start;
    if (writer->bytes == NULL)
        return PyBytes_FromStringAndSize((char *)writer->start, size);
    if (PyBytes_GET_SIZE(writer->bytes) != size)
        _PyBytes_Resize(&writer->bytes, size); /* NULL if that fails */
    return writer->bytes;
}

static uint8_t scratch[SCRATCH_BYTES];

/* Write a message; NULL if that is left to Python. */
PyObject *
write_message(Layout *layout, PyObject *message)
{
    Writer writer = {scratch, scratch, scratch + SCRATCH_BYTES, NULL, layout->last_size, NULL, NULL};
    if (write_struct(&writer, layout, message) < 0) {
        Py_XDECREF(writer.bytes);
        return NULL;
    }
    layout->last_size = writer.at - writer.start;
    return finished(&writer);
}

#define SLACK 32 /* more than `need` is ever asked for at the end of a message */

/* Give a bytearray a size, and some room after it, for the next message not to be short of. */
static int
resize_with_slack(PyObject *target, Py_ssize_t size)
{
    if (room_of((PyByteArrayObject *)target) < size
        && PyByteArray_Resize(target, size + SLACK) < 0)
        return -1;
    return PyByteArray_Resize(target, size);
}

/* Write a message into a bytearray from `start` on, which grows if it is too small; return the end,
 * -1 if that is left to Python. What was there may be overwritten even so. */
Py_ssize_t
write_message_into(Layout *layout, PyObject *message, PyObject *target, Py_ssize_t start)
{
    PyByteArrayObject *array = (PyByteArrayObject *)target;
    if (start > Py_SIZE(array) || array->ob_exports > 0)
        return -1;
    uint8_t *at = (uint8_t *)array->ob_start;
    if (at == NULL) /* there is no room either */
        at = scratch;
    Writer writer = {at + start, at + start, at + room_of(array), NULL, layout->last_size,
                     NULL, target};
    Py_ssize_t end = -1;
    if (write_struct(&writer, layout, message) == 0) {
        layout->last_size = writer.at - writer.start;
        end = start + layout->last_size;
        if (end > Py_SIZE(array) && resize_with_slack(target, end) < 0)
            end = -1;
        else if (writer.bytes != NULL)
            memcpy(PyByteArray_AS_STRING(target) + start, writer.start,
                   (size_t)layout->last_size);
    }
    Py_XDECREF(writer.bytes);
    return end;
}

/* Give a view of each bytearray in the place of the bytearray itself. */
static int
view_arrays(PyObject *buffers)
{
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(buffers); i++) {
        if (!PyByteArray_CheckExact(PyList_GET_ITEM(buffers, i)))
            continue;
        PyObject *view = PyMemoryView_FromObject(PyList_GET_ITEM(buffers, i));
        if (view == NULL || PyList_SetItem(buffers, i, view) < 0)
            return -1;
    }
    return 0;
}

/* Write a message as a list of buffers; NULL if that is left to Python. */
PyObject *
write_message_buffers(Layout *layout, PyObject *message)
{
    PyObject *buffers = PyList_New(0);
    if (buffers == NULL)
        return NULL;
    Writer writer = {scratch, scratch, scratch + SCRATCH_BYTES, NULL, 0, buffers, NULL};
    int failed = write_struct(&writer, layout, message) < 0 || end_run(&writer) < 0;
    Py_XDECREF(writer.bytes);
    if (failed || view_arrays(buffers) < 0)
        Py_CLEAR(buffers);
    return buffers;
}
