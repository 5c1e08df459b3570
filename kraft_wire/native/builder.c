/* Record batches of message format 2 out of records: the methods of RecordBatchBuilder.
 *
 * A builder is an instance of kraft_wire.records.builder.RecordBatchBuilder, whose slots are read
 * and written by their offsets. What is not plain (a subclass, keywords, a key that is not bytes, a
 * number out of range, compression) goes to the methods in Python, which also refuse.
 * No Python code runs while a record or a batch is written: only bytes and numbers are allocated,
 * which the garbage collector does not know. So values are borrowed.
 */
#include "engine.h"

#include <limits.h>

#define PIECE_BYTES 4096 /* guess of the bytes of all records, unless one has more */

/* The slots of RecordBatchBuilder; configure_builder() takes their names in this order. */
enum {
    SLOT_BASE_OFFSET,
    SLOT_LEADER_EPOCH,
    SLOT_COMPRESSION,
    SLOT_PRODUCER_ID,
    SLOT_PRODUCER_EPOCH,
    SLOT_BASE_SEQUENCE,
    SLOT_IS_TRANSACTIONAL,
    SLOT_IS_CONTROL,
    SLOT_APPEND_TIME,
    SLOT_DELETE_HORIZON,
    SLOT_BASE_TIMESTAMP,
    SLOT_MAX_TIMESTAMP,
    SLOT_NEXT_DELTA,
    SLOT_PIECES,
    SLOT_SIZE,
    SLOT_COUNT,
    SLOTS
};

static PyTypeObject *builder_type; /* NULL as long as the module of builders is not imported */
static Py_ssize_t offsets[SLOTS];
static PyObject *python_append, *python_extend, *python_build;

/* ---- Numbers and parts ---- */

static inline uint64_t
zigzag(int64_t value)
{
    return (uint64_t)value << 1 ^ (uint64_t)(value >> 63);
}

static inline Py_ssize_t
varint_size(int64_t value)
{
    uint64_t rest = zigzag(value);
    Py_ssize_t size = 1;
    while (rest > 0x7F) {
        rest >>= 7;
        size++;
    }
    return size;
}

static inline uint8_t *
store_varint(uint8_t *at, int64_t value)
{
    return store_uvarint(at, zigzag(value));
}

/* Size of a key or a value with its length; -1 for other types. */
static inline Py_ssize_t
part_size(PyObject *part)
{
    if (part == Py_None)
        return 1;
    if (!PyBytes_CheckExact(part))
        return -1;
    return varint_size(PyBytes_GET_SIZE(part)) + PyBytes_GET_SIZE(part);
}

static inline uint8_t *
store_part(uint8_t *at, PyObject *part)
{
    if (part == Py_None)
        return store_varint(at, -1);
    Py_ssize_t size = PyBytes_GET_SIZE(part);
    at = store_varint(at, size);
    memcpy(at, PyBytes_AS_STRING(part), (size_t)size);
    return at + size;
}

/* Size of the headers with their number; -1 for what is not plainly headers. Names are ASCII. */
static Py_ssize_t
headers_size(PyObject *headers)
{
    if (!PyTuple_CheckExact(headers) || PyTuple_GET_SIZE(headers) > engine.limits.record_headers)
        return -1;
    Py_ssize_t size = varint_size(PyTuple_GET_SIZE(headers));
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(headers); i++) {
        PyObject *pair = PyTuple_GET_ITEM(headers, i);
        if (!PyTuple_CheckExact(pair) || PyTuple_GET_SIZE(pair) != 2)
            return -1;
        PyObject *name = PyTuple_GET_ITEM(pair, 0);
        Py_ssize_t value_size = part_size(PyTuple_GET_ITEM(pair, 1));
        if (!PyUnicode_CheckExact(name) || !PyUnicode_IS_COMPACT_ASCII(name) || value_size < 0)
            return -1;
        Py_ssize_t length = PyUnicode_GET_LENGTH(name);
        if (size > INT32_MAX || length > INT32_MAX || value_size > INT32_MAX)
            return -1;
        size += varint_size(length) + length + value_size;
    }
    return size;
}

static uint8_t *
store_headers(uint8_t *at, PyObject *headers)
{
    at = store_varint(at, PyTuple_GET_SIZE(headers));
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(headers); i++) {
        PyObject *pair = PyTuple_GET_ITEM(headers, i), *name = PyTuple_GET_ITEM(pair, 0);
        Py_ssize_t length = PyUnicode_GET_LENGTH(name);
        at = store_varint(at, length);
        memcpy(at, PyUnicode_DATA(name), (size_t)length);
        at = store_part(at + length, PyTuple_GET_ITEM(pair, 1));
    }
    return at;
}

/* ---- Records ---- */

/* What a builder remembers from record to record. */
typedef struct {
    int64_t base_offset, next_delta, base_timestamp, max_timestamp;
    int has_base_timestamp;
} Progress;

/* A record that is to be written, measured: where its offset and time are, sizes with lengths. */
typedef struct {
    int64_t timestamp, delta, time_delta;
    PyObject *key, *value, *headers;
    Py_ssize_t size; /* of what follows its length */
    Py_ssize_t all;  /* with its length */
} Measured;

/* Measure a record whose delta, timestamp, key, value and headers are set; -1 leaves it to Python.
 * A size of less than INT32_MAX / 4 for each part keeps all sums within 32 bits. */
static int
measure(Measured *record, const Progress *progress)
{
    if (record->timestamp < -1 || record->delta < progress->next_delta
        || record->delta > INT32_MAX)
        return -1;
    int64_t base = progress->has_base_timestamp ? progress->base_timestamp : record->timestamp;
    if (__builtin_sub_overflow(record->timestamp, base, &record->time_delta))
        return -1;
    Py_ssize_t key_size = part_size(record->key), value_size = part_size(record->value);
    Py_ssize_t rest_size = headers_size(record->headers);
    if (key_size < 0 || value_size < 0 || rest_size < 0 || key_size > INT32_MAX / 4
        || value_size > INT32_MAX / 4 || rest_size > INT32_MAX / 4)
        return -1;
    record->size = 1 + varint_size(record->time_delta) + varint_size(record->delta) + key_size
                   + value_size + rest_size;
    record->all = varint_size(record->size) + record->size;
    return 0;
}

/* Write a measured record; return the byte after it. */
static uint8_t *
store_record(uint8_t *at, const Measured *record, Progress *progress)
{
    at = store_varint(at, record->size);
    *at++ = 0; /* attributes */
    at = store_varint(at, record->time_delta);
    at = store_varint(at, record->delta);
    at = store_part(at, record->key);
    at = store_part(at, record->value);
    at = store_headers(at, record->headers);
    if (!progress->has_base_timestamp) {
        progress->base_timestamp = record->timestamp;
        progress->has_base_timestamp = 1;
    }
    if (record->timestamp > progress->max_timestamp)
        progress->max_timestamp = record->timestamp;
    progress->next_delta = record->delta + 1;
    return at;
}

/* The fields of a Record, or of a plain tuple of as many; -1 leaves them to Python. */
static int
open_record(PyObject *given, const Progress *progress, Measured *record)
{
    int64_t offset;
    if ((!Py_IS_TYPE(given, engine.record_type) && !PyTuple_CheckExact(given))
        || PyTuple_GET_SIZE(given) != RECORD_FIELDS
        || int64_of(PyTuple_GET_ITEM(given, 0), &offset) < 0
        || int64_of(PyTuple_GET_ITEM(given, 1), &record->timestamp) < 0
        || __builtin_sub_overflow(offset, progress->base_offset, &record->delta))
        return -1;
    record->key = PyTuple_GET_ITEM(given, 2);
    record->value = PyTuple_GET_ITEM(given, 3);
    record->headers = PyTuple_GET_ITEM(given, 4);
    return measure(record, progress);
}

/* Write records into one bytes object; NULL, maybe with an exception, leaves all to Python. */
static PyObject *
write_records(PyObject *const *records, Py_ssize_t count, Progress *progress)
{
    PyObject *bytes = NULL;
    Py_ssize_t used = 0, room = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        Measured record;
        if (open_record(records[i], progress, &record) < 0) {
            Py_XDECREF(bytes);
            return NULL;
        }
        if (record.all > room - used) {
            /* The first record tells how much room all of them may need; one alone is exact. */
            Py_ssize_t more = record.all;
            if (i == 0 && count > 1)
                more = record.all < PIECE_BYTES / count ? PIECE_BYTES : record.all * 2;
            else if (i > 0)
                more += room / 2;
            if (more > PY_SSIZE_T_MAX / 2 - room) {
                Py_XDECREF(bytes);
                return NULL;
            }
            room += more;
            if (bytes == NULL)
                bytes = PyBytes_FromStringAndSize(NULL, room);
            else
                (void)_PyBytes_Resize(&bytes, room); /* frees the old ones if there is no room */
            if (bytes == NULL)
                return NULL;
        }
        uint8_t *at = (uint8_t *)PyBytes_AS_STRING(bytes);
        used = store_record(at + used, &record, progress) - at;
    }
    if (bytes != NULL && used < room && _PyBytes_Resize(&bytes, used) < 0)
        return NULL;
    return bytes;
}

/* ---- Records out of columns ---- */

#define COLUMN_PARTS 3 /* keys, values, headers */

/* One part of all records: where each begins in one buffer, and its size, -1 for null. */
typedef struct {
    const uint8_t *data;
    int64_t end; /* of the buffer */
    const int64_t *starts, *sizes;
} PartColumn;

/* What a batch of records out of columns is written from. */
typedef struct {
    const int64_t *offsets, *timestamps;
    PartColumn parts[COLUMN_PARTS];
    int has_headers;
} Columns;

static inline int
is_inside(const PartColumn *part, Py_ssize_t row, int may_be_null)
{
    int64_t start = part->starts[row], size = part->sizes[row];
    if (size < 0)
        return may_be_null && size == -1;
    return size <= INT32_MAX / 4 && start >= 0 && start <= part->end - size;
}

static inline Py_ssize_t
part_size_in(const PartColumn *part, Py_ssize_t row)
{
    int64_t size = part->sizes[row];
    return varint_size(size) + (size > 0 ? (Py_ssize_t)size : 0);
}

static inline uint8_t *
store_part_in(uint8_t *at, const PartColumn *part, Py_ssize_t row)
{
    int64_t size = part->sizes[row];
    at = store_varint(at, size);
    if (size <= 0)
        return at;
    memcpy(at, part->data + part->starts[row], (size_t)size);
    return at + size;
}

/* Bytes that these rows take at most; -1 for what is out of order, out of range or outside. */
static Py_ssize_t
columns_room(const Columns *columns, Py_ssize_t start, Py_ssize_t stop, const Progress *progress)
{
    int64_t next = progress->next_delta, base = progress->base_timestamp;
    int has_base = progress->has_base_timestamp;
    Py_ssize_t room = 0;
    for (Py_ssize_t row = start; row < stop; row++) {
        int64_t delta, time = columns->timestamps[row], time_delta;
        if (!has_base) {
            base = time;
            has_base = 1;
        }
        if (__builtin_sub_overflow(columns->offsets[row], progress->base_offset, &delta)
            || delta < next || delta > INT32_MAX || time < -1
            || __builtin_sub_overflow(time, base, &time_delta)
            || !is_inside(&columns->parts[0], row, 1) || !is_inside(&columns->parts[1], row, 1)
            || (columns->has_headers && !is_inside(&columns->parts[2], row, 0)))
            return -1;
        next = delta + 1;
        /* length, attributes, deltas of time and offset, and the lengths of key and value */
        room += 5 + 1 + 10 + 5 + 5 + 5 + 1;
        for (int i = 0; i < 2 + columns->has_headers; i++)
            room += columns->parts[i].sizes[row] > 0 ? (Py_ssize_t)columns->parts[i].sizes[row] : 0;
        if (room > PY_SSIZE_T_MAX / 2)
            return -1;
    }
    return room;
}

static uint8_t *
store_row(uint8_t *at, const Columns *columns, Py_ssize_t row, Progress *progress)
{
    const PartColumn *key = &columns->parts[0], *value = &columns->parts[1];
    const PartColumn *headers = &columns->parts[2];
    int64_t timestamp = columns->timestamps[row];
    int64_t delta = columns->offsets[row] - progress->base_offset;
    if (!progress->has_base_timestamp) {
        progress->base_timestamp = timestamp;
        progress->has_base_timestamp = 1;
    }
    int64_t time_delta = timestamp - progress->base_timestamp;
    Py_ssize_t headers_bytes = columns->has_headers ? (Py_ssize_t)headers->sizes[row] : 1;
    at = store_varint(at, 1 + varint_size(time_delta) + varint_size(delta)
                              + part_size_in(key, row) + part_size_in(value, row)
                              + headers_bytes);
    *at++ = 0; /* attributes */
    at = store_varint(at, time_delta);
    at = store_varint(at, delta);
    at = store_part_in(at, key, row);
    at = store_part_in(at, value, row);
    if (columns->has_headers)
        memcpy(at, headers->data + headers->starts[row], (size_t)headers_bytes);
    else
        *at = 0; /* no headers */
    if (timestamp > progress->max_timestamp)
        progress->max_timestamp = timestamp;
    progress->next_delta = delta + 1;
    return at + headers_bytes;
}

/* Write rows into one bytes object; NULL without an exception leaves them to Python. */
static PyObject *
write_rows(const Columns *columns, Py_ssize_t start, Py_ssize_t stop, Progress *progress)
{
    Py_ssize_t room = columns_room(columns, start, stop, progress);
    PyObject *bytes = room < 0 ? NULL : PyBytes_FromStringAndSize(NULL, room);
    if (bytes == NULL)
        return NULL;
    uint8_t *begin = (uint8_t *)PyBytes_AS_STRING(bytes), *at = begin;
    for (Py_ssize_t row = start; row < stop; row++)
        at = store_row(at, columns, row, progress);
    if (_PyBytes_Resize(&bytes, at - begin) < 0)
        return NULL;
    return bytes;
}

/* write_columns(progress, offsets, timestamps, keys, values, headers, start, stop) -> bytes of the
 * records, None where Python must refuse them. `progress` are five numbers, which move on: base
 * offset, next delta, base timestamp, whether there is one, largest timestamp. A part is (buffer,
 * starts, sizes), or None for headers that no record has. Numbers are int64. */
PyObject *
engine_write_columns(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *moving, *given[2], *parts[COLUMN_PARTS], *bytes = NULL;
    Py_ssize_t start, stop;
    if (!PyArg_ParseTuple(args, "OOOOOOnn:write_columns", &moving, &given[0], &given[1], &parts[0],
                          &parts[1], &parts[2], &start, &stop))
        return NULL;
    if (start < 0 || stop < start) {
        PyErr_SetString(PyExc_ValueError, "rows from `start` to `stop` are due");
        return NULL;
    }
    Columns columns = {.has_headers = parts[2] != Py_None};
    const int64_t *numbers[2];
    Py_buffer views[3 + 3 * COLUMN_PARTS];
    int opened = 0;
    if (get_numbers(moving, &views[opened], 5, 1) < 0)
        return NULL;
    int64_t *state = views[opened++].buf;
    for (int i = 0; i < 2; i++, opened++) {
        if (get_numbers(given[i], &views[opened], stop, 0) < 0)
            goto done;
        numbers[i] = views[opened].buf;
    }
    columns.offsets = numbers[0];
    columns.timestamps = numbers[1];
    for (int i = 0; i < 2 + columns.has_headers; i++) {
        PartColumn *part = &columns.parts[i];
        if (!PyTuple_Check(parts[i]) || PyTuple_GET_SIZE(parts[i]) != 3) {
            PyErr_SetString(PyExc_TypeError, "a part is a buffer, starts and sizes");
            goto done;
        }
        if (PyObject_GetBuffer(PyTuple_GET_ITEM(parts[i], 0), &views[opened], PyBUF_SIMPLE) < 0)
            goto done;
        part->data = views[opened].buf;
        part->end = views[opened++].len;
        if (get_numbers(PyTuple_GET_ITEM(parts[i], 1), &views[opened], stop, 0) < 0)
            goto done;
        part->starts = views[opened++].buf;
        if (get_numbers(PyTuple_GET_ITEM(parts[i], 2), &views[opened], stop, 0) < 0)
            goto done;
        part->sizes = views[opened++].buf;
    }
    Progress progress = {state[0], state[1], state[2], state[4], state[3] != 0};
    bytes = write_rows(&columns, start, stop, &progress);
    if (bytes != NULL) {
        state[1] = progress.next_delta;
        state[2] = progress.base_timestamp;
        state[3] = progress.has_base_timestamp;
        state[4] = progress.max_timestamp;
    } else if (!PyErr_Occurred())
        bytes = Py_NewRef(Py_None);
done:
    while (opened > 0)
        PyBuffer_Release(&views[--opened]);
    return bytes;
}

/* ---- The builder ---- */

static inline PyObject *
value_in(PyObject *builder, int slot)
{
    return *slot_of(builder, offsets[slot]);
}

static inline int
number_in(PyObject *builder, int slot, int64_t *number)
{
    return int64_of(value_in(builder, slot), number);
}

/* Where a builder is; -1 leaves it to Python: a subclass, or numbers that are odd. */
static int
progress_of(PyObject *builder, Progress *progress)
{
    PyObject *base_timestamp = value_in(builder, SLOT_BASE_TIMESTAMP);
    PyObject *pieces = value_in(builder, SLOT_PIECES);
    progress->has_base_timestamp = base_timestamp != Py_None;
    progress->base_timestamp = 0;
    if (pieces == NULL || !PyList_CheckExact(pieces)
        || number_in(builder, SLOT_BASE_OFFSET, &progress->base_offset) < 0
        || number_in(builder, SLOT_NEXT_DELTA, &progress->next_delta) < 0
        || number_in(builder, SLOT_MAX_TIMESTAMP, &progress->max_timestamp) < 0
        || (progress->has_base_timestamp
            && int64_of(base_timestamp, &progress->base_timestamp) < 0))
        return -1;
    return 0;
}

/* Keep records that were written, whose reference is taken over: the whole of it, or nothing. */
static int
keep(PyObject *builder, const Progress *progress, PyObject *piece, Py_ssize_t records)
{
    int64_t size, count;
    int kept = -1;
    PyObject *made[] = {NULL, NULL, NULL, NULL, NULL};
    static const int slots[] = {SLOT_NEXT_DELTA, SLOT_SIZE, SLOT_COUNT, SLOT_MAX_TIMESTAMP,
                                SLOT_BASE_TIMESTAMP};
    if (number_in(builder, SLOT_SIZE, &size) < 0 || number_in(builder, SLOT_COUNT, &count) < 0
        || size < 0 || size > INT64_MAX - PyBytes_GET_SIZE(piece)
        || count < 0 || count > INT64_MAX - records)
        goto done;
    const int64_t numbers[] = {progress->next_delta, size + PyBytes_GET_SIZE(piece),
                               count + records, progress->max_timestamp,
                               progress->base_timestamp};
    for (int i = 0; i < 5; i++) {
        if ((made[i] = PyLong_FromLongLong(numbers[i])) == NULL)
            goto done;
    }
    if (PyList_Append(value_in(builder, SLOT_PIECES), piece) < 0)
        goto done;
    for (int i = 0; i < 5; i++) {
        PyObject **place = slot_of(builder, offsets[slots[i]]);
        PyObject *before = *place;
        *place = made[i];
        made[i] = before;
    }
    kept = 0;
done:
    for (int i = 0; i < 5; i++)
        Py_XDECREF(made[i]);
    Py_DECREF(piece);
    return kept;
}

#define BUFFER_BYTES_MIN 0x1000 /* of the first bytearray that records are appended to */
#define BUFFER_BYTES_MAX 0x40000

/* The bytearray at the end of the pieces, with room for so many bytes; borrowed. The first record of
 * a batch is a piece of its own, as the only one often is; further ones go into bytearrays, each
 * twice as large as the one before, so that nothing is moved. NULL if there is no memory. */
static PyByteArrayObject *
buffer_of(PyObject *pieces, Py_ssize_t size)
{
    Py_ssize_t count = PyList_GET_SIZE(pieces), room = BUFFER_BYTES_MIN;
    PyObject *last = count > 0 ? PyList_GET_ITEM(pieces, count - 1) : NULL;
    if (last != NULL && PyByteArray_CheckExact(last)) {
        PyByteArrayObject *buffer = (PyByteArrayObject *)last;
        Py_ssize_t left = room_of(buffer) - Py_SIZE(buffer);
        if (left >= size && buffer->ob_exports == 0)
            return buffer;
        room = Py_SIZE(buffer) < BUFFER_BYTES_MAX / 2 ? 2 * Py_SIZE(buffer) : BUFFER_BYTES_MAX;
    }
    PyObject *buffer
        = PyByteArray_FromStringAndSize(NULL, room > 2 * size ? room : 2 * size);
    if (buffer == NULL)
        return NULL;
    *((PyByteArrayObject *)buffer)->ob_start = 0;
    Py_SET_SIZE(buffer, 0);
    int failed = PyList_Append(pieces, buffer);
    Py_DECREF(buffer);
    return failed < 0 ? NULL : (PyByteArrayObject *)buffer;
}

/* Put an object into a slot of the builder; the reference is taken over. */
static inline void
put_in(PyObject *builder, int slot, PyObject *object)
{
    PyObject **place = slot_of(builder, offsets[slot]), *before = *place;
    *place = object;
    Py_XDECREF(before);
}

/* Write a measured record behind the others, with `timestamp` as the int that it was given as; -1
 * leaves it to Python, with nothing changed. */
static int
add(PyObject *builder, Progress *progress, const Measured *record, PyObject *timestamp)
{
    int64_t size, count;
    if (number_in(builder, SLOT_SIZE, &size) < 0 || number_in(builder, SLOT_COUNT, &count) < 0
        || size < 0 || size > INT64_MAX - record->all || count < 0 || count == INT64_MAX
        || !PyLong_CheckExact(timestamp))
        return -1;
    int is_latest = record->timestamp > progress->max_timestamp;
    int is_first = !progress->has_base_timestamp;
    PyObject *new_size = PyLong_FromLongLong(size + record->all);
    PyObject *new_count = PyLong_FromLongLong(count + 1);
    PyObject *new_delta = record->delta == count ? Py_XNewRef(new_count)
                                                 : PyLong_FromLongLong(record->delta + 1);
    PyByteArrayObject *buffer = NULL;
    if (new_size != NULL && new_count != NULL && new_delta != NULL)
        buffer = buffer_of(value_in(builder, SLOT_PIECES), record->all);
    if (buffer == NULL) {
        Py_XDECREF(new_size);
        Py_XDECREF(new_count);
        Py_XDECREF(new_delta);
        return -1;
    }
    /* not PyByteArray_AS_STRING, which is elsewhere while there are no bytes */
    uint8_t *at = (uint8_t *)buffer->ob_start + Py_SIZE(buffer);
    *store_record(at, record, progress) = 0;
    Py_SET_SIZE(buffer, Py_SIZE(buffer) + record->all);
    put_in(builder, SLOT_SIZE, new_size);
    put_in(builder, SLOT_COUNT, new_count);
    put_in(builder, SLOT_NEXT_DELTA, new_delta);
    if (is_latest)
        put_in(builder, SLOT_MAX_TIMESTAMP, Py_NewRef(timestamp));
    if (is_first)
        put_in(builder, SLOT_BASE_TIMESTAMP, Py_NewRef(timestamp));
    return 0;
}

/* Take `headers` and `offset` out of the arguments after (timestamp, key, value). */
static int
open_arguments(PyObject *const *args, Py_ssize_t count, PyObject *names, PyObject **headers,
               PyObject **offset)
{
    *headers = count > 3 ? args[3] : engine.no_tags;
    *offset = count > 4 ? args[4] : Py_None;
    Py_ssize_t named = names == NULL ? 0 : PyTuple_GET_SIZE(names);
    if (count < 3 || count + named > 5)
        return -1;
    for (Py_ssize_t i = 0; i < named; i++) {
        PyObject *name = PyTuple_GET_ITEM(names, i);
        if (count < 4 && PyUnicode_CompareWithASCIIString(name, "headers") == 0)
            *headers = args[count + i];
        else if (count < 5 && PyUnicode_CompareWithASCIIString(name, "offset") == 0)
            *offset = args[count + i];
        else
            return -1;
    }
    return 0;
}

static int
append(PyObject *builder, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    Progress progress;
    Measured record;
    PyObject *offset;
    int64_t place;
    if (!Py_IS_TYPE(builder, builder_type)
        || open_arguments(args, count, names, &record.headers, &offset) < 0
        || progress_of(builder, &progress) < 0 || int64_of(args[0], &record.timestamp) < 0)
        return -1;
    record.delta = progress.next_delta;
    if (offset != Py_None
        && (int64_of(offset, &place) < 0
            || __builtin_sub_overflow(place, progress.base_offset, &record.delta)))
        return -1;
    record.key = args[1];
    record.value = args[2];
    if (measure(&record, &progress) < 0)
        return -1;
    if (PyList_GET_SIZE(value_in(builder, SLOT_PIECES)) > 0)
        return add(builder, &progress, &record, args[0]);
    PyObject *piece = PyBytes_FromStringAndSize(NULL, record.all);
    if (piece == NULL)
        return -1;
    store_record((uint8_t *)PyBytes_AS_STRING(piece), &record, &progress);
    return keep(builder, &progress, piece, 1);
}

static int
extend(PyObject *builder, PyObject *records)
{
    Progress progress;
    if (!Py_IS_TYPE(builder, builder_type)
        || (!PyList_CheckExact(records) && !PyTuple_CheckExact(records))
        || PySequence_Fast_GET_SIZE(records) == 0 || progress_of(builder, &progress) < 0)
        return -1;
    Py_ssize_t count = PySequence_Fast_GET_SIZE(records);
    PyObject *piece = write_records(PySequence_Fast_ITEMS(records), count, &progress);
    return piece == NULL ? -1 : keep(builder, &progress, piece, count);
}

static int
flag_in(PyObject *builder, int slot, int flag, int *attributes)
{
    PyObject *value = value_in(builder, slot);
    if (value != Py_True && value != Py_False)
        return -1;
    if (value == Py_True)
        *attributes |= flag;
    return 0;
}

/* What the header of a batch says beyond its size and checksum. */
typedef struct {
    int64_t base_offset, leader_epoch, last_delta, base_timestamp, max_timestamp;
    int64_t producer_id, producer_epoch, base_sequence, count;
    int attributes;
} Header;

static int
is_in(int64_t number, int bits)
{
    int64_t half = (int64_t)1 << (bits - 1);
    return -half <= number && number < half;
}

/* Gather the header; -1 leaves it to Python, which refuses or compresses. */
static int
header_of(PyObject *builder, const Progress *progress, Header *header)
{
    PyObject *append_time = value_in(builder, SLOT_APPEND_TIME);
    PyObject *horizon = value_in(builder, SLOT_DELETE_HORIZON);
    int64_t compression, last_offset; /* as check_offsets of kraft_wire.records.batch wants it */
    header->base_offset = progress->base_offset;
    header->last_delta = progress->next_delta - 1;
    header->base_timestamp = progress->has_base_timestamp ? progress->base_timestamp : -1;
    header->max_timestamp = progress->max_timestamp;
    header->attributes = (append_time == Py_None ? 0 : TIMESTAMP_TYPE_FLAG)
                         | (horizon == Py_None ? 0 : DELETE_HORIZON_FLAG);
    if (header->base_offset < 0
        || __builtin_add_overflow(header->base_offset, header->last_delta, &last_offset))
        return -1;
    if (append_time == NULL || horizon == NULL
        || number_in(builder, SLOT_COMPRESSION, &compression) < 0 || compression != 0
        || (append_time != Py_None && int64_of(append_time, &header->max_timestamp) < 0)
        || number_in(builder, SLOT_LEADER_EPOCH, &header->leader_epoch) < 0
        || number_in(builder, SLOT_PRODUCER_ID, &header->producer_id) < 0
        || number_in(builder, SLOT_PRODUCER_EPOCH, &header->producer_epoch) < 0
        || number_in(builder, SLOT_BASE_SEQUENCE, &header->base_sequence) < 0
        || number_in(builder, SLOT_COUNT, &header->count) < 0
        || flag_in(builder, SLOT_IS_TRANSACTIONAL, TRANSACTIONAL_FLAG, &header->attributes) < 0
        || flag_in(builder, SLOT_IS_CONTROL, CONTROL_FLAG, &header->attributes) < 0
        || header->count <= 0 || !is_in(header->leader_epoch, 32) || !is_in(header->last_delta, 32)
        || !is_in(header->producer_epoch, 16) || !is_in(header->base_sequence, 32)
        || !is_in(header->count, 32))
        return -1;
    return 0;
}

static void
store_header(uint8_t *at, const Header *header, Py_ssize_t size)
{
    store64(at, (uint64_t)header->base_offset);
    store32(at + LENGTH_PLACE, (uint32_t)(size - LOG_OVERHEAD));
    store32(at + 12, (uint32_t)header->leader_epoch);
    at[MAGIC_PLACE] = MAGIC;
    store16(at + CRC_COVERS_FROM, (uint16_t)header->attributes);
    store32(at + 23, (uint32_t)header->last_delta);
    store64(at + 27, (uint64_t)header->base_timestamp);
    store64(at + 35, (uint64_t)header->max_timestamp);
    store64(at + 43, (uint64_t)header->producer_id);
    store16(at + 51, (uint16_t)header->producer_epoch);
    store32(at + 53, (uint32_t)header->base_sequence);
    store32(at + 57, (uint32_t)header->count);
}

/* Write the batch; NULL, maybe with an exception, leaves it to Python. */
static PyObject *
build(PyObject *builder)
{
    Progress progress;
    Header header;
    if (!Py_IS_TYPE(builder, builder_type) || progress_of(builder, &progress) < 0
        || header_of(builder, &progress, &header) < 0)
        return NULL;
    PyObject *pieces = value_in(builder, SLOT_PIECES);
    Py_ssize_t size = BATCH_OVERHEAD;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(pieces); i++) {
        PyObject *piece = PyList_GET_ITEM(pieces, i);
        if (!PyBytes_CheckExact(piece) && !PyByteArray_CheckExact(piece))
            return NULL;
        size += Py_SIZE(piece);
        if (!crc32c_is_fast(size - CRC_COVERS_FROM))
            return NULL;
    }
    PyObject *batch = PyBytes_FromStringAndSize(NULL, size);
    if (batch == NULL)
        return NULL;
    uint8_t *start = (uint8_t *)PyBytes_AS_STRING(batch), *at = start + BATCH_OVERHEAD;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(pieces); i++) {
        PyObject *piece = PyList_GET_ITEM(pieces, i);
        const char *data = PyBytes_CheckExact(piece) ? PyBytes_AS_STRING(piece)
                                                     : PyByteArray_AS_STRING(piece);
        memcpy(at, data, (size_t)Py_SIZE(piece));
        at += Py_SIZE(piece);
    }
    store_header(start, &header, size);
    store32(start + CRC_PLACE, crc32c_of(start + CRC_COVERS_FROM, size - CRC_COVERS_FROM));
    return batch;
}

/* ---- The methods ---- */

static PyObject *
builder_append(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    if (append(self, args, count, names) == 0)
        Py_RETURN_NONE;
    return is_left_to_python() ? call_python(python_append, self, args, count, names) : NULL;
}

static PyObject *
builder_extend(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    if (count == 1 && names == NULL && extend(self, args[0]) == 0)
        Py_RETURN_NONE;
    return is_left_to_python() ? call_python(python_extend, self, args, count, names) : NULL;
}

static PyObject *
builder_build(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    PyObject *batch = count == 0 && names == NULL ? build(self) : NULL;
    if (batch != NULL)
        return batch;
    return is_left_to_python() ? call_python(python_build, self, args, count, names) : NULL;
}

static PyMethodDef append_method
    = {"append", FAST(builder_append), METH_FASTCALL | METH_KEYWORDS,
       "append($self, /, timestamp, key, value, headers=(), offset=None)\n--\n\n"
       "Add a record, at the next offset unless another is given.\n\n"
       "Raises EncodeError for an offset that does not follow, for numbers out of range, and for\n"
       "a key or a value that is not bytes; nothing is added then."};
static PyMethodDef extend_method
    = {"extend", FAST(builder_extend), METH_FASTCALL | METH_KEYWORDS,
       "extend($self, /, records)\n--\n\n"
       "Add records with the offsets and timestamps that they have: faster than `append`.\n\n"
       "Raises as `append` does; the records up to the one that is refused are added."};
static PyMethodDef build_method
    = {"build", FAST(builder_build), METH_FASTCALL | METH_KEYWORDS,
       "build($self, /, *, last_offset=None, max_timestamp=None)\n--\n\n"
       "Write the batch; a cleaned one keeps its `last_offset`, though its record is gone.\n\n"
       "Raises EncodeError for numbers out of range, for a last offset below that of a record, and\n"
       "for a batch without records that is given none."};

/* configure_builder(class, names of its slots, append, extend, build) -> the methods to use */
PyObject *
engine_configure_builder(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyTypeObject *type;
    PyObject *names, *methods[3];
    if (!PyArg_ParseTuple(args, "O!O!OOO:configure_builder", &PyType_Type, &type, &PyTuple_Type,
                          &names, &methods[0], &methods[1], &methods[2])
        || slot_offsets(type, names, offsets, SLOTS) < 0)
        return NULL;
    Py_XSETREF(builder_type, (PyTypeObject *)Py_NewRef(type));
    Py_XSETREF(python_append, Py_NewRef(methods[0]));
    Py_XSETREF(python_extend, Py_NewRef(methods[1]));
    Py_XSETREF(python_build, Py_NewRef(methods[2]));
    return Py_BuildValue("{sNsNsN}", "append", PyDescr_NewMethod(type, &append_method), "extend",
                         PyDescr_NewMethod(type, &extend_method), "build",
                         PyDescr_NewMethod(type, &build_method));
}
