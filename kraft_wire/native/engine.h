/* What the parts of the engine share: its state, the tables of the message codecs, small helpers.
 *
 * The rules that all of it keeps are in the head comment of module.c.
 */
#ifndef KRAFT_ENGINE_H
#define KRAFT_ENGINE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <limits.h>
#include <stdint.h>
#include <string.h>

#if PY_VERSION_HEX < 0x030B0000
#error "kraft needs Python 3.11 or newer"
#endif

/* Bounds of kraft_wire.limits, as configure_limits() gives them. */
typedef struct {
    Py_ssize_t string_bytes;
    Py_ssize_t array_elements;
    Py_ssize_t message_elements;
    Py_ssize_t tagged_fields;
    Py_ssize_t unknown_tag_bytes;
    uint32_t tag;
    Py_ssize_t record_headers;
    Py_ssize_t copied_bytes;
} Limits;

/* The one state of the process: module.c refuses a second interpreter. */
typedef struct {
    PyObject *codecs;         /* dict: message class -> Codec */
    PyObject *build_codec;    /* Python: highest version of a class, or None */
    PyObject *build_layout;   /* Python: Layout of a class in a version, or None */
    PyObject *python_decode;  /* the pure Python methods, which get what the engine leaves */
    PyObject *python_decode_prefix;
    PyObject *python_encode;
    PyObject *python_encode_into;
    PyObject *python_encode_buffers;
    PyTypeObject *uuid_type;
    PyTypeObject *record_type; /* the NamedTuples of kraft_wire.records.record */
    PyTypeObject *span_type;
    PyObject *no_tags;        /* () */
    Limits limits;
} State;

extern State engine;

/* Types of fields; the numbers are those of KINDS in tables.py. */
typedef enum {
    KIND_BOOL,
    KIND_INT8,
    KIND_INT16,
    KIND_UINT16,
    KIND_INT32,
    KIND_UINT32,
    KIND_INT64,
    KIND_FLOAT64,
    KIND_UUID,
    KIND_STRING,
    KIND_BYTES,
    KIND_STRUCT,
    KIND_COUNT
} Kind;

extern const uint8_t kind_width[KIND_COUNT]; /* bytes of a fixed kind, 0 for the others */

#define TAGGED_FIELDS_OF_A_LAYOUT 64 /* which of them are set is a bit mask */
#define ACCEPTED_TYPES 4

typedef struct Slots Slots;
typedef struct Layout Layout;

/* One slot of a class, the same in all versions. */
typedef struct {
    Py_ssize_t offset;     /* from the member descriptor of the generated class */
    PyObject *name;
    PyObject *descriptor;
    PyObject *initial;     /* the value that the constructor gives it when it is not told one */
    Slots *child;          /* of the structure, for a structure or an array of them */
    int64_t initial_int;   /* the same for integers */
    uint8_t kind;
    uint8_t is_array;
} Slot;

/* A generated class: where its values are. */
struct Slots {
    PyObject_VAR_HEAD
    PyTypeObject *type;
    PyTypeObject *accepted[ACCEPTED_TYPES]; /* subclasses that passed the check of slots_accept */
    Py_ssize_t unknown_offset;              /* of unknown_tagged_fields */
    PyObject *unknown_descriptor;
    Slot slots[1];                          /* in the order of the schema */
};

/* A field as one version has it. */
typedef struct {
    Py_ssize_t offset;
    const Slot *slot;
    Layout *child;
    uint32_t tag;
    uint8_t kind;
    uint8_t is_array;
    uint8_t is_compact;
    uint8_t is_nullable;
    uint8_t is_ignorable; /* of absent fields: they are not looked at when a message is written */
} Field;

/* A structure as one version has it: untagged fields in the order of the wire, tagged ones in the
 * order of their tags, then those that the version lacks. */
struct Layout {
    PyObject_VAR_HEAD
    Slots *slots;
    uint32_t *lacking; /* tags that only other versions have, ascending */
    Py_ssize_t lacking_count;
    int64_t highest_tag; /* that any version of the structure defines, -1 for none */
    Py_ssize_t plain_count, tagged_count, absent_count;
    Py_ssize_t least_size; /* bytes of the shortest structure */
    Py_ssize_t last_size;  /* bytes of the last one written, for the next buffer */
    int is_flexible;
    Field fields[1];
};

/* A message class: its layouts by version, made when a version is first used. */
typedef struct {
    PyObject_VAR_HEAD
    PyObject *layouts[1]; /* NULL: not made yet; None: left to Python */
} Codec;

extern PyTypeObject Slots_Type, Layout_Type, Codec_Type;

/* The value in a slot: borrowed, NULL while the slot is empty. */
static inline PyObject **
slot_of(PyObject *object, Py_ssize_t offset)
{
    return (PyObject **)((char *)object + offset);
}

/* Read an int of at most 64 bits: those of one or two digits at once, as they are nearly all. */
static inline int
long_of(PyObject *value, int64_t *number)
{
#if PY_VERSION_HEX >= 0x030C0000
    if (PyUnstable_Long_IsCompact((PyLongObject *)value)) {
        *number = PyUnstable_Long_CompactValue((PyLongObject *)value);
        return 0;
    }
#else
    const digit *digits = ((PyLongObject *)value)->ob_digit;
    switch (Py_SIZE(value)) {
    case -1:
        *number = -(int64_t)digits[0];
        return 0;
    case 0:
        *number = 0;
        return 0;
    case 1:
        *number = digits[0];
        return 0;
    case 2:
        *number = digits[0] | (int64_t)digits[1] << PyLong_SHIFT;
        return 0;
    }
#endif
    int overflow;
#if LONG_MAX == INT64_MAX /* the other goes through an array of bytes, which takes four times as long */
    *number = PyLong_AsLongAndOverflow(value, &overflow);
#else
    *number = PyLong_AsLongLongAndOverflow(value, &overflow);
#endif
    return overflow ? -1 : 0;
}

/* The number of an int, or of an instance of a subclass; -1 for all else, and beyond 64 bits. */
static inline int
int64_of(PyObject *value, int64_t *number)
{
    return value == NULL || !PyLong_Check(value) ? -1 : long_of(value, number);
}

/* tables.c */
Layout *layout_of(PyTypeObject *type, PyObject *version); /* borrowed; NULL: left to Python */
int slots_accept_slowly(Slots *slots, PyTypeObject *type);

/* Whether instances of the type have the slots where the table says. */
static inline int
slots_accept(Slots *slots, PyTypeObject *type)
{
    return type == slots->type || slots_accept_slowly(slots, type);
}

/* instances.c */
PyObject *new_instance(PyTypeObject *type);
void set_dealloc(const Slots *slots);

/* reader.c, writer.c: NULL, maybe with an exception set, means that Python decides. */
PyObject *read_message(Layout *layout, const uint8_t *data, Py_ssize_t size, PyObject *view,
                       Py_ssize_t view_start, Py_ssize_t *end);
PyObject *write_message(Layout *layout, PyObject *message);
Py_ssize_t write_message_into(Layout *layout, PyObject *message, PyObject *target,
                              Py_ssize_t start);
PyObject *write_message_buffers(Layout *layout, PyObject *message);
Py_ssize_t place_above(const Layout *layout, const uint8_t *data, Py_ssize_t size,
                       Py_ssize_t budget);

PyObject *slot_descriptor(PyTypeObject *type, PyObject *name, Py_ssize_t *offset);
int slot_offsets(PyTypeObject *type, PyObject *names, Py_ssize_t *offsets, Py_ssize_t count);

/* module.c: what the engine leaves to the methods in Python. */
#define FAST(function) ((PyCFunction)(void (*)(void))(function))
int is_left_to_python(void);
PyObject *call_python(PyObject *function, PyObject *self, PyObject *const *args, Py_ssize_t count,
                      PyObject *names);

/* The header of a batch of message format 2 (see BATCH_HEADER of kraft_wire.records.batch). */
#define BATCH_OVERHEAD 61 /* bytes of the header */
#define LOG_OVERHEAD 12   /* bytes in front of what the length counts */
#define LENGTH_PLACE 8
#define MAGIC_PLACE 16
#define MAGIC 2
#define CRC_PLACE 17
#define CRC_COVERS_FROM 21
#define COMPRESSION_MASK 0x07
#define TIMESTAMP_TYPE_FLAG 0x08
#define TRANSACTIONAL_FLAG 0x10
#define CONTROL_FLAG 0x20
#define DELETE_HORIZON_FLAG 0x40

#define RECORD_FIELDS 6 /* of the NamedTuple Record */

/* What a batch says of all its records: what their deltas are added to. */
typedef struct {
    int64_t offset;
    int64_t timestamp;
    int64_t sequence;
    int64_t append_time;
    int has_append_time;
} RecordBase;

/* What a record is made into: a Record, a RecordSpan, or a tuple of the numbers of a span with the
 * headers, as the dump prints it. */
typedef enum { FORM_RECORD, FORM_SPAN, FORM_ROW } RecordForm;

/* records.c */
PyObject *read_some_records(const uint8_t *data, Py_ssize_t limit, Py_ssize_t *place,
                            Py_ssize_t left, Py_ssize_t most, const RecordBase *base,
                            RecordForm form);
PyObject *engine_read_records(PyObject *module, PyObject *args);
PyObject *engine_read_columns(PyObject *module, PyObject *args);
PyObject *engine_gather(PyObject *module, PyObject *args);
int get_numbers(PyObject *object, Py_buffer *view, Py_ssize_t count, int is_writable);

/* builder.c */
PyObject *engine_configure_builder(PyObject *module, PyObject *args);
PyObject *engine_write_columns(PyObject *module, PyObject *args);

/* crc32c.c: the second one only for what the first one takes */
int crc32c_is_fast(Py_ssize_t size);
uint32_t crc32c_of(const uint8_t *at, Py_ssize_t size);

/* batches.c */
PyObject *engine_configure_batches(PyObject *module, PyObject *args);
PyObject *engine_read_batch(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *engine_batch_records(PyObject *module, PyObject *batch);

/* Bytes that a bytearray has memory for, without the one that ends it. */
static inline Py_ssize_t
room_of(const PyByteArrayObject *array)
{
    if (array->ob_alloc == 0)
        return 0;
    return array->ob_alloc - (array->ob_start - array->ob_bytes) - 1;
}

/* Numbers of the wire: big-endian, at any address. */
static inline uint16_t
load16(const uint8_t *at)
{
    return (uint16_t)(at[0] << 8 | at[1]);
}

static inline uint32_t
load32(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static inline uint64_t
load64(const uint8_t *at)
{
    return (uint64_t)load32(at) << 32 | load32(at + 4);
}

static inline void
store16(uint8_t *at, uint16_t value)
{
    at[0] = (uint8_t)(value >> 8);
    at[1] = (uint8_t)value;
}

static inline void
store32(uint8_t *at, uint32_t value)
{
    store16(at, (uint16_t)(value >> 16));
    store16(at + 2, (uint16_t)value);
}

static inline void
store64(uint8_t *at, uint64_t value)
{
    store32(at, (uint32_t)(value >> 32));
    store32(at + 4, (uint32_t)value);
}

#define UVARINT_BYTES_MAX 5

/* Bytes of an unsigned varint of 32 bits. */
static inline Py_ssize_t
uvarint_size(uint32_t value)
{
    Py_ssize_t size = 1;
    while (value > 0x7F) {
        value >>= 7;
        size++;
    }
    return size;
}

/* Store an unsigned varint; return the byte after it. */
static inline uint8_t *
store_uvarint(uint8_t *at, uint64_t value)
{
    while (value > 0x7F) {
        *at++ = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    *at++ = (uint8_t)value;
    return at;
}

#endif
