/* Records of message format 2: out of the payload of a batch.
 *
 * Numbers are varints in zigzag form. A record that is not of the common form (a varint of too
 * many bits, a length below -1, a record that does not end where it says) ends what the engine
 * does: Python reads that record with care, accepts or refuses it, and asks again for the rest.
 */
#include "engine.h"

#include <limits.h>

#define RECORD_BYTES_MIN 7 /* length, attributes, two deltas, three sizes: one byte each */
#define HEADER_BYTES_MIN 2
#define SPAN_FIELDS 10
#define NAMES_KEPT 8

/* Where the parts of a record are; sizes are -1 for null. */
typedef struct {
    int64_t time_delta;
    int32_t offset_delta;
    int32_t key_size, value_size, header_count;
    Py_ssize_t key_start, value_start, headers_start, end;
} Span;

/* ---- Reading ---- */

/* Read a zigzag number of at most 64 bits that ends before `end`; NULL if there is none. */
static inline const uint8_t *
read_long(const uint8_t *at, const uint8_t *end, int64_t *value)
{
    uint64_t raw = 0;
    for (int shift = 0; shift < 70 && at < end; shift += 7) {
        uint8_t byte = *at++;
        if (shift == 63 && byte > 1)
            return NULL;
        raw |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80) {
            *value = (int64_t)(raw >> 1) ^ -(int64_t)(raw & 1);
            return at;
        }
    }
    return NULL;
}

/* Read a zigzag number of at most 32 bits. */
static inline const uint8_t *
read_int(const uint8_t *at, const uint8_t *end, int32_t *value)
{
    if (at < end && *at < 0x80) {
        *value = (*at >> 1) ^ -(*at & 1);
        return at + 1;
    }
    uint64_t raw = 0;
    for (int shift = 0; shift < 35 && at < end; shift += 7) {
        uint8_t byte = *at++;
        raw |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80) {
            if (raw > UINT32_MAX)
                return NULL;
            *value = (int32_t)((uint32_t)raw >> 1) ^ -(int32_t)(raw & 1);
            return at;
        }
    }
    return NULL;
}

/* Step over a key or a value: return where its bytes begin; `size` is -1 for null. */
static inline const uint8_t *
read_part(const uint8_t *at, const uint8_t *end, int32_t *size)
{
    at = read_int(at, end, size);
    return at == NULL || *size < -1 || *size > end - at ? NULL : at;
}

static inline const uint8_t *
after_part(const uint8_t *start, int32_t size)
{
    return size > 0 ? start + size : start;
}

static const uint8_t *
skip_headers(const uint8_t *at, const uint8_t *end, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        int32_t size = 0;
        if ((at = read_part(at, end, &size)) == NULL || size < 0)
            return NULL;
        if ((at = read_part(at + size, end, &size)) == NULL)
            return NULL;
        at = after_part(at, size);
    }
    return at;
}

/* Read what comes before the key of a record: where it ends and its two deltas. Return where the
 * key begins; NULL if that much is not of the common form. */
static inline const uint8_t *
read_deltas(const uint8_t *data, Py_ssize_t place, Py_ssize_t limit, Span *span)
{
    const uint8_t *at = data + place, *end = data + limit;
    int32_t length = 0;
    at = read_int(at, end, &length);
    if (at == NULL || length <= 0 || length > end - at)
        return NULL;
    end = at + length;
    span->end = end - data;
    at++; /* the attributes, which mean nothing so far */
    if ((at = read_long(at, end, &span->time_delta)) == NULL)
        return NULL;
    at = read_int(at, end, &span->offset_delta);
    return at == NULL || span->offset_delta < 0 ? NULL : at;
}

/* Find the parts of the record at `place`; 0 if it is of the common form. */
static inline int
read_span(const uint8_t *data, Py_ssize_t place, Py_ssize_t limit, Span *span)
{
    const uint8_t *at = read_deltas(data, place, limit, span);
    if (at == NULL)
        return -1;
    const uint8_t *end = data + span->end;
    if ((at = read_part(at, end, &span->key_size)) == NULL)
        return -1;
    span->key_start = at - data;
    at = after_part(at, span->key_size);
    if ((at = read_part(at, end, &span->value_size)) == NULL)
        return -1;
    span->value_start = at - data;
    at = after_part(at, span->value_size);
    if ((at = read_int(at, end, &span->header_count)) == NULL || span->header_count < 0
        || span->header_count > engine.limits.record_headers
        || span->header_count > (end - at) / HEADER_BYTES_MIN)
        return -1;
    span->headers_start = at - data;
    at = skip_headers(at, end, span->header_count);
    return at == end ? 0 : -1;
}

/* Sums of 64 bits wrap, as they do in Java. */
static inline int64_t
wrapping_sum(int64_t one, int64_t other)
{
    return (int64_t)((uint64_t)one + (uint64_t)other);
}

static inline int64_t
timestamp_of(const RecordBase *base, const Span *span)
{
    return base->has_append_time ? base->append_time
                                 : wrapping_sum(base->timestamp, span->time_delta);
}

static inline int64_t
sequence_of(const RecordBase *base, const Span *span)
{
    return base->sequence < 0 ? -1 : (base->sequence + span->offset_delta) & INT32_MAX;
}

static inline PyObject *
bytes_or_none(const uint8_t *at, int32_t size)
{
    return size < 0 ? Py_NewRef(Py_None) : PyBytes_FromStringAndSize((const char *)at, size);
}

/* Names of headers repeat from record to record: the last ones by their place. */
typedef struct {
    PyObject *kept[NAMES_KEPT]; /* ASCII only */
} Names;

static PyObject *
name_of(Names *names, int32_t index, const uint8_t *at, int32_t size)
{
    PyObject **place = index < NAMES_KEPT ? &names->kept[index] : NULL;
    if (place != NULL && *place != NULL && PyUnicode_GET_LENGTH(*place) == size
        && memcmp(PyUnicode_DATA(*place), at, (size_t)size) == 0)
        return Py_NewRef(*place);
    /* record.KEY_ERRORS: a key that is not UTF-8 is read, and written with the same bytes */
    PyObject *name = PyUnicode_DecodeUTF8((const char *)at, size, "surrogateescape");
    if (name != NULL && place != NULL && PyUnicode_IS_COMPACT_ASCII(name))
        Py_XSETREF(*place, Py_NewRef(name));
    return name;
}

/* Make the headers of a record whose parts were found. */
static PyObject *
headers_of(const uint8_t *data, const Span *span, Names *names)
{
    if (span->header_count == 0)
        return Py_NewRef(engine.no_tags);
    const uint8_t *at = data + span->headers_start, *end = data + span->end;
    PyObject *headers = PyTuple_New(span->header_count);
    if (headers == NULL)
        return NULL;
    PyObject_GC_UnTrack(headers); /* for good: there is nothing in it that could form a cycle */
    for (int32_t i = 0; i < span->header_count; i++) {
        int32_t name_size = 0, size = 0;
        const uint8_t *name_at = read_part(at, end, &name_size);
        at = read_part(name_at + name_size, end, &size);
        PyObject *pair = PyTuple_New(2);
        if (pair == NULL) {
            Py_DECREF(headers);
            return NULL;
        }
        PyObject_GC_UnTrack(pair);
        PyTuple_SET_ITEM(headers, i, pair);
        PyObject *name = name_of(names, i, name_at, name_size);
        PyObject *value = name == NULL ? NULL : bytes_or_none(at, size);
        PyTuple_SET_ITEM(pair, 0, name);
        PyTuple_SET_ITEM(pair, 1, value);
        if (value == NULL) {
            Py_DECREF(headers);
            return NULL;
        }
        at = after_part(at, size);
    }
    return headers;
}

/* Make an instance of a NamedTuple class of bytes and numbers. The garbage collector is not told
 * of it, as nothing in it can form a cycle. */
static PyObject *
new_named(PyTypeObject *type, Py_ssize_t size)
{
    PyTupleObject *made = PyObject_GC_NewVar(PyTupleObject, type, size);
    if (made == NULL)
        return NULL;
#if PY_VERSION_HEX >= 0x030E0000
    made->ob_hash = -1; /* not computed yet */
#endif
    memset(made->ob_item, 0, (size_t)size * sizeof(PyObject *));
    return (PyObject *)made;
}

/* Whether all fields are there. */
static int
is_whole(PyObject *named, Py_ssize_t size)
{
    for (Py_ssize_t i = 0; i < size; i++) {
        if (PyTuple_GET_ITEM(named, i) == NULL)
            return 0;
    }
    return 1;
}

static PyObject *
new_record(const uint8_t *data, const RecordBase *base, const Span *span, Names *names)
{
    PyObject *record = new_named(engine.record_type, RECORD_FIELDS);
    if (record == NULL)
        return NULL;
    PyObject *fields[RECORD_FIELDS] = {
        PyLong_FromLongLong(wrapping_sum(base->offset, span->offset_delta)),
        PyLong_FromLongLong(timestamp_of(base, span)),
        bytes_or_none(data + span->key_start, span->key_size),
        bytes_or_none(data + span->value_start, span->value_size),
        headers_of(data, span, names),
        PyLong_FromLongLong(sequence_of(base, span)),
    };
    for (Py_ssize_t i = 0; i < RECORD_FIELDS; i++)
        PyTuple_SET_ITEM(record, i, fields[i]);
    if (is_whole(record, RECORD_FIELDS))
        return record;
    Py_DECREF(record);
    return NULL;
}

static PyObject *
new_span(const RecordBase *base, const Span *span)
{
    PyObject *made = new_named(engine.span_type, SPAN_FIELDS);
    if (made == NULL)
        return NULL;
    const int64_t fields[SPAN_FIELDS] = {
        wrapping_sum(base->offset, span->offset_delta),
        timestamp_of(base, span),
        sequence_of(base, span),
        span->key_start,
        span->key_size,
        span->value_start,
        span->value_size,
        span->headers_start,
        span->header_count,
        span->end,
    };
    for (Py_ssize_t i = 0; i < SPAN_FIELDS; i++)
        PyTuple_SET_ITEM(made, i, PyLong_FromLongLong(fields[i]));
    if (is_whole(made, SPAN_FIELDS))
        return made;
    Py_DECREF(made);
    return NULL;
}

#define ROW_FIELDS 7

/* Make a row: offset, timestamp, size and place of key and value, headers. */
static PyObject *
new_row(const uint8_t *data, const RecordBase *base, const Span *span, Names *names)
{
    PyObject *row = PyTuple_New(ROW_FIELDS);
    if (row == NULL)
        return NULL;
    PyObject_GC_UnTrack(row);
    PyObject *fields[ROW_FIELDS] = {
        PyLong_FromLongLong(wrapping_sum(base->offset, span->offset_delta)),
        PyLong_FromLongLong(timestamp_of(base, span)),
        PyLong_FromLong(span->key_size),
        PyLong_FromSsize_t(span->key_start),
        PyLong_FromLong(span->value_size),
        PyLong_FromSsize_t(span->value_start),
        headers_of(data, span, names),
    };
    for (Py_ssize_t i = 0; i < ROW_FIELDS; i++)
        PyTuple_SET_ITEM(row, i, fields[i]);
    if (is_whole(row, ROW_FIELDS))
        return row;
    Py_DECREF(row);
    return NULL;
}

static inline PyObject *
new_of(RecordForm form, const uint8_t *data, const RecordBase *base, const Span *span,
       Names *names)
{
    switch (form) {
    case FORM_SPAN:
        return new_span(base, span);
    case FORM_ROW:
        return new_row(data, base, span, names);
    default:
        return new_record(data, base, span, names);
    }
}

/* Read up to `most` records from `*place` on, of which `left` are still to come in the batch; stop
 * before one that is not of the common form. `*place` is then where that one begins. */
PyObject *
read_some_records(const uint8_t *data, Py_ssize_t limit, Py_ssize_t *place, Py_ssize_t left,
                  Py_ssize_t most, const RecordBase *base, RecordForm form)
{
    if (most > left)
        most = left;
    if (most > (limit - *place) / RECORD_BYTES_MIN + 1)
        most = (limit - *place) / RECORD_BYTES_MIN + 1;
    PyObject *records = PyList_New(most);
    if (records == NULL)
        return NULL;
    PyObject_GC_UnTrack(records); /* while it has empty places */
    Names names = {{NULL}};
    Py_ssize_t done = 0;
    for (; done < most; done++) {
        Span span;
        if (read_span(data, *place, limit, &span) < 0 || (done + 1 == left && span.end != limit))
            break;
        PyObject *record = new_of(form, data, base, &span, &names);
        if (record == NULL)
            break;
        PyList_SET_ITEM(records, done, record);
        *place = span.end;
    }
    for (int i = 0; i < NAMES_KEPT; i++)
        Py_XDECREF(names.kept[i]);
    Py_SET_SIZE(records, done);
    PyObject_GC_Track(records);
    if (!PyErr_Occurred())
        return records;
    Py_DECREF(records);
    return NULL;
}

static int
base_of(PyObject *parts, RecordBase *base)
{
    PyObject *append_time, *origin, *is_decompressed; /* the latter two tell where a fault is */
    long long offset, timestamp, sequence;
    if (!PyArg_ParseTuple(parts, "LLLOOO", &offset, &timestamp, &sequence, &append_time, &origin,
                          &is_decompressed))
        return -1;
    *base = (RecordBase){offset, timestamp, sequence, 0, append_time != Py_None};
    if (base->has_append_time)
        base->append_time = PyLong_AsLongLong(append_time);
    return PyErr_Occurred() ? -1 : 0;
}

/* read_records(payload, position, left, most, base, form) -> records, position */
PyObject *
engine_read_records(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *payload, *parts;
    Py_ssize_t place, left, most;
    int form;
    RecordBase base;
    if (!PyArg_ParseTuple(args, "SnnnO!i:read_records", &payload, &place, &left, &most,
                          &PyTuple_Type, &parts, &form)
        || base_of(parts, &base) < 0)
        return NULL;
    Py_ssize_t limit = PyBytes_GET_SIZE(payload);
    if (place < 0 || place > limit || left < 0 || most < 0) {
        PyErr_SetString(PyExc_ValueError, "a position outside of the payload");
        return NULL;
    }
    PyObject *records = read_some_records((const uint8_t *)PyBytes_AS_STRING(payload), limit,
                                          &place, left, most, &base,
                                          (RecordForm)form);
    return records == NULL ? NULL : Py_BuildValue("(Nn)", records, place);
}

/* ---- Columns ---- */

#define COLUMNS 9
#define COLUMNS_OF_DELTAS 3 /* the first of them: batch, offset, timestamp */
#define NUMBERS_OF_BATCHES 7

/* A buffer of so many 64-bit numbers, or of bytes. */
int
get_numbers(PyObject *object, Py_buffer *view, Py_ssize_t count, int is_writable)
{
    if (PyObject_GetBuffer(object, view, is_writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0)
        return -1;
    if (count == 0 || (view->len / 8 >= count && (uintptr_t)view->buf % 8 == 0))
        return 0;
    PyBuffer_Release(view);
    PyErr_SetString(PyExc_ValueError, "a column is too short, or not aligned");
    return -1;
}

typedef struct {
    const int64_t *first, *end, *count, *offset, *timestamp, *append_time, *is_append_time;
} Batches;

/* Write the rows of one batch from `row` on; -1, with what is written void, if it is odd. With
 * the columns of deltas alone, keys, values and headers are neither read nor judged. */
static int
fill_batch(const uint8_t *data, Py_ssize_t size, const Batches *batches, Py_ssize_t index,
           int64_t *const columns[COLUMNS], Py_ssize_t row, int with_bodies)
{
    Py_ssize_t place = (Py_ssize_t)batches->first[index], limit = (Py_ssize_t)batches->end[index];
    int64_t count = batches->count[index];
    if (place < 0 || place > limit || limit > size || count < 0
        || count > (limit - place) / RECORD_BYTES_MIN)
        return -1;
    Span span = {0};
    for (int64_t i = 0; i < count; i++, row++) {
        if (with_bodies ? read_span(data, place, limit, &span) < 0
                        : read_deltas(data, place, limit, &span) == NULL)
            return -1;
        columns[0][row] = index;
        columns[1][row] = wrapping_sum(batches->offset[index], span.offset_delta);
        columns[2][row] = batches->is_append_time[index]
                              ? batches->append_time[index]
                              : wrapping_sum(batches->timestamp[index], span.time_delta);
        place = span.end;
        if (!with_bodies)
            continue;
        columns[3][row] = span.key_start;
        columns[4][row] = span.key_size;
        columns[5][row] = span.value_start;
        columns[6][row] = span.value_size;
        columns[7][row] = span.headers_start;
        columns[8][row] = span.header_count;
    }
    return count == 0 || place == limit ? 0 : -1;
}

/* Sum of the counts that the bytes of their batches can hold. */
static Py_ssize_t
rows_of(const Batches *batches, Py_ssize_t count)
{
    Py_ssize_t rows = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        int64_t room = (batches->end[i] - batches->first[i]) / RECORD_BYTES_MIN;
        if (batches->count[i] > 0 && batches->count[i] <= room)
            rows += (Py_ssize_t)batches->count[i];
    }
    return rows;
}

/* read_columns(data, seven columns of batches, columns of records, odd, number of batches)
 * -> number of rows. The columns of records are all nine, or the three of deltas. Columns of one
 * batch may be numbers. All columns are int64 but `odd`, which has a byte for each batch. */
PyObject *
engine_read_columns(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *given, *numbers, *columns, *marks, *result = NULL;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "OO!O!On:read_columns", &given, &PyTuple_Type, &numbers,
                          &PyTuple_Type, &columns, &marks, &count))
        return NULL;
    Py_ssize_t width = PyTuple_GET_SIZE(columns);
    if (PyTuple_GET_SIZE(numbers) != NUMBERS_OF_BATCHES
        || (width != COLUMNS && width != COLUMNS_OF_DELTAS) || count < 0) {
        PyErr_SetString(PyExc_ValueError,
                        "seven columns of batches and nine or three of records are due");
        return NULL;
    }
    Py_buffer data, odd, views[NUMBERS_OF_BATCHES + COLUMNS];
    int opened = 0;
    if (PyObject_GetBuffer(given, &data, PyBUF_SIMPLE) < 0)
        return NULL;
    if (PyObject_GetBuffer(marks, &odd, PyBUF_WRITABLE) < 0) {
        PyBuffer_Release(&data);
        return NULL;
    }
    const int64_t *of_batches[NUMBERS_OF_BATCHES];
    int64_t single[NUMBERS_OF_BATCHES];
    int64_t *of_records[COLUMNS] = {NULL};
    for (; opened < NUMBERS_OF_BATCHES; opened++) {
        PyObject *item = PyTuple_GET_ITEM(numbers, opened);
        if (count == 1 && int64_of(item, &single[opened]) == 0) {
            views[opened].obj = NULL; /* there is nothing to release */
            of_batches[opened] = &single[opened];
            continue;
        }
        if (get_numbers(item, &views[opened], count, 0) < 0)
            goto done;
        of_batches[opened] = views[opened].buf;
    }
    Batches batches = {of_batches[0], of_batches[1], of_batches[2], of_batches[3],
                       of_batches[4], of_batches[5], of_batches[6]};
    Py_ssize_t rows = rows_of(&batches, count);
    for (int i = 0; i < width; i++, opened++) {
        if (get_numbers(PyTuple_GET_ITEM(columns, i), &views[opened], rows, 1) < 0)
            goto done;
        of_records[i] = views[opened].buf;
    }
    if (odd.len < count) {
        PyErr_SetString(PyExc_ValueError, "a mark for each batch is due");
        goto done;
    }
    Py_ssize_t row = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        int is_odd = fill_batch(data.buf, data.len, &batches, i, of_records, row,
                                width == COLUMNS)
                     < 0;
        ((uint8_t *)odd.buf)[i] = (uint8_t)is_odd;
        if (!is_odd)
            row += (Py_ssize_t)batches.count[i];
    }
    result = PyLong_FromSsize_t(row);
done:
    while (opened > 0)
        PyBuffer_Release(&views[--opened]);
    PyBuffer_Release(&odd);
    PyBuffer_Release(&data);
    return result;
}

/* Write the bytes of slices one after the other, where they end (from 0 on), and a bit for each
 * that is not null; return how many are null, -1 for slices that the buffers do not hold. */
static Py_ssize_t
gather(const Py_buffer *data, const int64_t *start, const int64_t *size, Py_ssize_t count,
       int32_t *ends, uint8_t *present, const Py_buffer *into)
{
    const uint8_t *from = data->buf;
    uint8_t *to = into->buf;
    Py_ssize_t done = 0, nulls = 0;
    ends[0] = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        const int64_t begin = start[i], length = size[i]; /* read once: buffers may overlap */
        if (length >= 0) {
            if (begin < 0 || begin > data->len || length > data->len - begin
                || length > into->len - done || length > INT32_MAX - done)
                return -1;
            if (length > 0)
                memmove(to + done, from + begin, (size_t)length);
            done += (Py_ssize_t)length;
            present[i / 8] |= (uint8_t)(1U << (i % 8));
        } else
            nulls++;
        ends[i + 1] = (int32_t)done;
    }
    return done == into->len ? nulls : -1;
}

/* gather(data, start, size, count, ends, present, into) -> how many are null.
 *
 * A size below 0 is null. `ends` has an int32 more than there are slices, `present` a bit for each,
 * which are zero; `into` has room for the slices and for nothing more. */
PyObject *
engine_gather(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *given[6], *result = NULL;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "OOOnOOO:gather", &given[0], &given[1], &given[2], &count,
                          &given[3], &given[4], &given[5]))
        return NULL;
    Py_buffer views[6];
    int opened = 0;
    if (count < 0) {
        PyErr_SetString(PyExc_ValueError, "a number of slices below zero");
        return NULL;
    }
    for (; opened < 6; opened++) {
        int is_column = opened == 1 || opened == 2, is_output = opened > 2;
        if (is_column ? get_numbers(given[opened], &views[opened], count, 0) < 0
                      : PyObject_GetBuffer(given[opened], &views[opened],
                                           is_output ? PyBUF_WRITABLE : PyBUF_SIMPLE)
                            < 0)
            goto done;
    }
    Py_buffer *ends = &views[3], *present = &views[4];
    if (ends->len / 4 <= count || (uintptr_t)ends->buf % 4 != 0
        || present->len < count / 8 + (count % 8 > 0)) {
        PyErr_SetString(PyExc_ValueError, "a column is too short, or not aligned");
        goto done;
    }
    Py_ssize_t nulls = gather(&views[0], views[1].buf, views[2].buf, count, ends->buf,
                              present->buf, &views[5]);
    if (nulls < 0)
        PyErr_SetString(PyExc_ValueError, "slices outside of the buffers");
    else
        result = PyLong_FromSsize_t(nulls);
done:
    while (opened > 0)
        PyBuffer_Release(&views[--opened]);
    return result;
}
