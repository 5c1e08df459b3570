/* Headers of record batches of message format 2, and the records of a batch object.
 *
 * A batch is an instance of kraft_wire.records.batch.RecordBatch, whose slots are filled by their
 * offsets. Only ordinary batches are made here; for all others Python has its own way.
 */
#include "engine.h"

#define OVERHEAD 61 /* bytes of the header */
#define LOG_OVERHEAD 12
#define LENGTH_PLACE 8
#define MAGIC_PLACE 16
#define MAGIC 2
#define COMPRESSION_MASK 7
#define APPEND_TIME_FLAG 8

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

/* configure_batches(class, names of its slots) */
PyObject *
engine_configure_batches(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyTypeObject *type;
    PyObject *names;
    if (!PyArg_ParseTuple(args, "O!O!:configure_batches", &PyType_Type, &type, &PyTuple_Type,
                          &names))
        return NULL;
    if (PyTuple_GET_SIZE(names) != SLOTS || type->tp_alloc != PyType_GenericAlloc
        || type->tp_itemsize != 0) {
        PyErr_SetString(PyExc_TypeError, "a batch has the slots that the engine knows");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < SLOTS; i++) {
        PyObject *descriptor = slot_descriptor(type, PyTuple_GET_ITEM(names, i), &offsets[i]);
        if (descriptor == NULL)
            return NULL;
        Py_DECREF(descriptor); /* the class keeps it */
    }
    Py_XSETREF(batch_type, (PyTypeObject *)Py_NewRef(type));
    Py_RETURN_NONE;
}

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

/* Make a batch of the ordinary one that begins at `position`; NULL with no exception: another. */
static PyObject *
ordinary_batch(const uint8_t *data, Py_ssize_t position, Py_ssize_t end)
{
    if (position < 0 || end < OVERHEAD || position > end - OVERHEAD)
        return NULL;
    const uint8_t *at = data + position;
    int64_t size = (int64_t)(int32_t)load32(at + LENGTH_PLACE) + LOG_OVERHEAD;
    if (at[MAGIC_PLACE] != MAGIC || size < OVERHEAD || size > end - position)
        return NULL;
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)at, (Py_ssize_t)size);
    return bytes == NULL ? NULL : new_batch(bytes, position);
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
    Py_buffer view;
    if (PyErr_Occurred() || PyObject_GetBuffer(args[0], &view, PyBUF_SIMPLE) < 0) {
        if (!PyErr_ExceptionMatches(PyExc_OverflowError)
            && !PyErr_ExceptionMatches(PyExc_BufferError))
            return NULL;
        PyErr_Clear(); /* a number of any size, or a view with gaps */
        Py_RETURN_NONE;
    }
    if (end > view.len)
        end = view.len;
    PyObject *batch = ordinary_batch(view.buf, position, end);
    PyBuffer_Release(&view);
    if (batch == NULL && !PyErr_Occurred())
        Py_RETURN_NONE;
    return batch;
}

/* The number in a slot of a batch; -1 with an exception if there is none. */
static int64_t
number_in(PyObject *batch, int slot)
{
    PyObject *value = *slot_of(batch, offsets[slot]);
    if (value == NULL || !PyLong_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "not a whole batch");
        return -1;
    }
    return PyLong_AsLongLong(value);
}

/* batch_records(batch) -> its records; None if they are compressed, odd, or none at all */
PyObject *
engine_batch_records(PyObject *Py_UNUSED(module), PyObject *batch)
{
    if (batch_type == NULL || !Py_IS_TYPE(batch, batch_type))
        Py_RETURN_NONE;
    PyObject *data = *slot_of(batch, offsets[SLOT_DATA]);
    int64_t attributes = number_in(batch, SLOT_ATTRIBUTES);
    int64_t count = number_in(batch, SLOT_COUNT);
    RecordBase base = {
        .offset = number_in(batch, SLOT_BASE_OFFSET),
        .timestamp = number_in(batch, SLOT_BASE_TIMESTAMP),
        .sequence = number_in(batch, SLOT_BASE_SEQUENCE),
        .append_time = number_in(batch, SLOT_MAX_TIMESTAMP),
        .has_append_time = (attributes & APPEND_TIME_FLAG) != 0,
    };
    if (PyErr_Occurred()) { /* somebody assigned to it */
        PyErr_Clear();
        Py_RETURN_NONE;
    }
    if (attributes & COMPRESSION_MASK || count <= 0 || data == NULL || !PyBytes_CheckExact(data)
        || PyBytes_GET_SIZE(data) < OVERHEAD)
        Py_RETURN_NONE;
    Py_ssize_t place = OVERHEAD;
    PyObject *records
        = read_some_records((const uint8_t *)PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data),
                            &place, (Py_ssize_t)count, (Py_ssize_t)count, &base, FORM_RECORD);
    if (records == NULL || PyList_GET_SIZE(records) == count)
        return records;
    Py_DECREF(records);
    Py_RETURN_NONE;
}
