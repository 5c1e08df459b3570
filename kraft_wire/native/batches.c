/* Headers of record batches of message format 2, and the records of a batch object.
 *
 * A batch is an instance of kraft_wire.records.batch.RecordBatch, whose slots are filled by their
 * offsets. Only ordinary batches are made here; for all others Python has its own way.
 */
#include "engine.h"

/* The slots of RecordBatch; configure_batches() takes their names in this order. */
enum {
    SLOT_DATA,
    SLOT_POSITION,
    SLOT_SIZE,
    SLOT_BASE_OFFSET,
    SLOT_LEADER_EPOCH,
    SLOT_MAGIC,
    SLOT_CRC,
    SLOT_ATTRIBUTES,
    SLOT_LAST_OFFSET_DELTA,
    SLOT_BASE_TIMESTAMP,
    SLOT_MAX_TIMESTAMP,
    SLOT_PRODUCER_ID,
    SLOT_PRODUCER_EPOCH,
    SLOT_BASE_SEQUENCE,
    SLOT_COUNT,
    SLOTS
};

static PyTypeObject *batch_type; /* NULL as long as the module of batches is not imported */
static Py_ssize_t offsets[SLOTS];
static Py_ssize_t records_max; /* RECORDS_PER_BATCH_MAX of kraft_wire.limits */
static PyObject *python_parse, *python_computed_crc, *python_crc_is_valid, *python_validate,
    *python_read_records;

/* Make a batch of the bytes that hold it, whose reference is taken over. */
static PyObject *
new_batch(PyObject *data, Py_ssize_t position)
{
    const uint8_t *at = (const uint8_t *)PyBytes_AS_STRING(data);
    PyObject *batch = batch_type->tp_alloc(batch_type, 0);
    if (batch == NULL) {
        Py_DECREF(data);
        return NULL;
    }
    PyObject *values[SLOTS] = {
        [SLOT_DATA] = data,
        [SLOT_POSITION] = PyLong_FromSsize_t(position),
        [SLOT_SIZE] = PyLong_FromSsize_t(PyBytes_GET_SIZE(data)),
        [SLOT_BASE_OFFSET] = PyLong_FromLongLong((int64_t)load64(at)),
        [SLOT_LEADER_EPOCH] = PyLong_FromLong((int32_t)load32(at + 12)),
        [SLOT_MAGIC] = PyLong_FromLong((int8_t)at[MAGIC_PLACE]),
        [SLOT_CRC] = PyLong_FromUnsignedLong(load32(at + 17)),
        [SLOT_ATTRIBUTES] = PyLong_FromLong((int16_t)load16(at + 21)),
        [SLOT_LAST_OFFSET_DELTA] = PyLong_FromLong((int32_t)load32(at + 23)),
        [SLOT_BASE_TIMESTAMP] = PyLong_FromLongLong((int64_t)load64(at + 27)),
        [SLOT_MAX_TIMESTAMP] = PyLong_FromLongLong((int64_t)load64(at + 35)),
        [SLOT_PRODUCER_ID] = PyLong_FromLongLong((int64_t)load64(at + 43)),
        [SLOT_PRODUCER_EPOCH] = PyLong_FromLong((int16_t)load16(at + 51)),
        [SLOT_BASE_SEQUENCE] = PyLong_FromLong((int32_t)load32(at + 53)),
        [SLOT_COUNT] = PyLong_FromLong((int32_t)load32(at + 57)),
    };
    int is_whole = 1;
    for (int i = 0; i < SLOTS; i++) {
        *slot_of(batch, offsets[i]) = values[i];
        is_whole = is_whole && values[i] != NULL;
    }
    if (is_whole)
        return batch;
    Py_DECREF(batch);
    return NULL;
}

/* Make a batch of the ordinary one that begins at `position`; NULL with no exception: another.
 * Bytes that hold that batch alone are not copied. */
static PyObject *
ordinary_batch(PyObject *buffer, const uint8_t *data, Py_ssize_t position, Py_ssize_t end)
{
    if (position < 0 || end < BATCH_OVERHEAD || position > end - BATCH_OVERHEAD)
        return NULL;
    const uint8_t *at = data + position;
    int64_t size = (int64_t)(int32_t)load32(at + LENGTH_PLACE) + LOG_OVERHEAD;
    if (at[MAGIC_PLACE] != MAGIC || size < BATCH_OVERHEAD || size > end - position)
        return NULL;
    PyObject *bytes = PyBytes_CheckExact(buffer) && size == PyBytes_GET_SIZE(buffer)
                          ? Py_NewRef(buffer)
                          : PyBytes_FromStringAndSize((const char *)at, (Py_ssize_t)size);
    return bytes == NULL ? NULL : new_batch(bytes, position);
}

/* The same in any buffer of single bytes. */
static PyObject *
batch_in_buffer(PyObject *buffer, Py_ssize_t position, Py_ssize_t end)
{
    Py_buffer view;
    if (PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE) < 0) {
        PyErr_Clear(); /* a view with gaps, or no buffer at all: Python says so */
        return NULL;
    }
    PyObject *batch = NULL;
    if (view.itemsize == 1 && PyObject_Size(buffer) == view.len)
        batch = ordinary_batch(buffer, view.buf, position, end < view.len ? end : view.len);
    PyBuffer_Release(&view);
    return batch;
}

/* read_batch(buffer, position, end) -> batch; None where no ordinary batch is */
PyObject *
engine_read_batch(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    if (count != 3 || batch_type == NULL) {
        PyErr_SetString(PyExc_TypeError, "read_batch(buffer, position, end)");
        return NULL;
    }
    Py_ssize_t position = PyLong_AsSsize_t(args[1]), end = PyLong_AsSsize_t(args[2]);
    if (PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_OverflowError))
            return NULL;
        PyErr_Clear(); /* a number of any size */
        Py_RETURN_NONE;
    }
    PyObject *batch = batch_in_buffer(args[0], position, end);
    if (batch == NULL && !PyErr_Occurred())
        Py_RETURN_NONE;
    return batch;
}

static inline int
number_in(PyObject *batch, int slot, int64_t *number)
{
    return int64_of(*slot_of(batch, offsets[slot]), number);
}

/* The records of a batch; NULL, maybe with an exception, if they are compressed, odd, none at all,
 * or somebody assigned to the batch. */
static PyObject *
records_of(PyObject *batch)
{
    if (batch_type == NULL || !Py_IS_TYPE(batch, batch_type))
        return NULL;
    PyObject *data = *slot_of(batch, offsets[SLOT_DATA]);
    int64_t attributes, count;
    RecordBase base;
    if (data == NULL || !PyBytes_CheckExact(data) || PyBytes_GET_SIZE(data) < BATCH_OVERHEAD
        || number_in(batch, SLOT_ATTRIBUTES, &attributes) < 0 || attributes & COMPRESSION_MASK
        || number_in(batch, SLOT_COUNT, &count) < 0 || count <= 0
        || number_in(batch, SLOT_BASE_OFFSET, &base.offset) < 0
        || number_in(batch, SLOT_BASE_TIMESTAMP, &base.timestamp) < 0
        || number_in(batch, SLOT_BASE_SEQUENCE, &base.sequence) < 0
        || number_in(batch, SLOT_MAX_TIMESTAMP, &base.append_time) < 0)
        return NULL;
    base.has_append_time = (attributes & TIMESTAMP_TYPE_FLAG) != 0;
    Py_ssize_t place = BATCH_OVERHEAD;
    PyObject *records
        = read_some_records((const uint8_t *)PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data),
                            &place, (Py_ssize_t)count, (Py_ssize_t)count, &base, FORM_RECORD);
    if (records != NULL && PyList_GET_SIZE(records) != count)
        Py_CLEAR(records);
    return records;
}

/* batch_records(batch) -> its records; None where Python reads them */
PyObject *
engine_batch_records(PyObject *Py_UNUSED(module), PyObject *batch)
{
    PyObject *records = records_of(batch);
    if (records == NULL && !PyErr_Occurred())
        Py_RETURN_NONE;
    return records;
}

/* ---- The methods of RecordBatch: without keywords, and for that class alone ---- */

static PyObject *
batch_parse(PyObject *cls, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    PyObject *batch = NULL;
    if (cls == (PyObject *)batch_type && names == NULL && (count == 1 || count == 2)) {
        Py_ssize_t position = 0;
        if (count == 2 && (position = PyLong_AsSsize_t(args[1])) == -1 && PyErr_Occurred())
            PyErr_Clear(); /* a negative one goes to Python, as one that is no number does */
        if (PyBytes_CheckExact(args[0]))
            batch = ordinary_batch(args[0], (const uint8_t *)PyBytes_AS_STRING(args[0]), position,
                                   PyBytes_GET_SIZE(args[0]));
        else
            batch = batch_in_buffer(args[0], position, PY_SSIZE_T_MAX);
        if (batch != NULL)
            return batch;
    }
    return is_left_to_python() ? call_python(python_parse, cls, args, count, names) : NULL;
}

/* The checksum of a batch; -1 leaves it to Python. */
static int64_t
checksum_of(PyObject *batch, Py_ssize_t arguments)
{
    if (arguments != 0 || !Py_IS_TYPE(batch, batch_type))
        return -1;
    PyObject *data = *slot_of(batch, offsets[SLOT_DATA]);
    if (data == NULL || !PyBytes_CheckExact(data))
        return -1;
    Py_ssize_t size = PyBytes_GET_SIZE(data) - CRC_COVERS_FROM;
    if (size < 0 || !crc32c_is_fast(size))
        return -1;
    return crc32c_of((const uint8_t *)PyBytes_AS_STRING(data) + CRC_COVERS_FROM, size);
}

static PyObject *
batch_computed_crc(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    int64_t computed = checksum_of(self, count);
    if (computed >= 0)
        return PyLong_FromLongLong(computed);
    return call_python(python_computed_crc, self, args, count, NULL);
}

/* Whether the checksum of a batch is what it says; -1 leaves it to Python. */
static int
has_right_checksum(PyObject *batch, Py_ssize_t arguments)
{
    int64_t computed = checksum_of(batch, arguments);
    if (computed < 0)
        return -1;
    int64_t stored;
    return number_in(batch, SLOT_CRC, &stored) < 0 ? -1 : stored == computed;
}

static PyObject *
batch_crc_is_valid(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    int is_right = has_right_checksum(self, count);
    if (is_right >= 0)
        return PyBool_FromLong(is_right);
    return call_python(python_crc_is_valid, self, args, count, NULL);
}

static PyObject *
batch_validate(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    if (has_right_checksum(self, count) == 1)
        Py_RETURN_NONE;
    return call_python(python_validate, self, args, count, NULL);
}

static PyObject *
batch_read_records(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    if (count == 0 && names == NULL) {
        PyObject *records = records_of(self);
        if (records != NULL && PyList_GET_SIZE(records) <= records_max)
            return records;
        Py_XDECREF(records);
    }
    return is_left_to_python() ? call_python(python_read_records, self, args, count, names) : NULL;
}

static PyMethodDef parse_method
    = {"parse", FAST(batch_parse), METH_FASTCALL | METH_KEYWORDS,
       "parse($type, /, buffer, position=0)\n--\n\n"
       "Read the batch that begins at `position` of `buffer`; more may follow it.\n\n"
       "Raises TruncatedError where the buffer ends first, CorruptRecordError for an impossible\n"
       "length and for another magic than 2."};
static PyMethodDef methods[] = {
    {"computed_crc", FAST(batch_computed_crc), METH_FASTCALL,
     "computed_crc($self, /)\n--\n\n"
     "CRC-32C of what the checksum covers: all from the attributes on."},
    {"crc_is_valid", FAST(batch_crc_is_valid), METH_FASTCALL,
     "crc_is_valid($self, /)\n--\n\nWhether the stored checksum is right."},
    {"validate", FAST(batch_validate), METH_FASTCALL,
     "validate($self, /)\n--\n\n"
     "Raise CorruptRecordError if the checksum is wrong (DefaultRecordBatch.ensureValid)."},
    {"read_records", FAST(batch_read_records), METH_FASTCALL | METH_KEYWORDS,
     "read_records($self, /, *, max_bytes=None, limits=DEFAULT_LIMITS)\n--\n\n"
     "Read all records, or raise as `records` does."},
};

/* configure_batches(class, names of its slots, RECORDS_PER_BATCH_MAX, parse, computed_crc,
 * crc_is_valid, validate, read_records) -> the methods to use */
PyObject *
engine_configure_batches(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyTypeObject *type;
    PyObject *names, *given[5];
    Py_ssize_t most;
    if (!PyArg_ParseTuple(args, "O!O!nOOOOO:configure_batches", &PyType_Type, &type, &PyTuple_Type,
                          &names, &most, &given[0], &given[1], &given[2], &given[3], &given[4])
        || slot_offsets(type, names, offsets, SLOTS) < 0)
        return NULL;
    records_max = most;
    Py_XSETREF(batch_type, (PyTypeObject *)Py_NewRef(type));
    Py_XSETREF(python_parse, Py_NewRef(given[0]));
    Py_XSETREF(python_computed_crc, Py_NewRef(given[1]));
    Py_XSETREF(python_crc_is_valid, Py_NewRef(given[2]));
    Py_XSETREF(python_validate, Py_NewRef(given[3]));
    Py_XSETREF(python_read_records, Py_NewRef(given[4]));
    return Py_BuildValue("{sNsNsNsNsN}", "parse", PyDescr_NewClassMethod(type, &parse_method),
                         methods[0].ml_name, PyDescr_NewMethod(type, &methods[0]),
                         methods[1].ml_name, PyDescr_NewMethod(type, &methods[1]),
                         methods[2].ml_name, PyDescr_NewMethod(type, &methods[2]),
                         methods[3].ml_name, PyDescr_NewMethod(type, &methods[3]));
}
