/* The compiled engine of kraft_wire: message codecs and records, over the classes as they are.
 *
 * Nothing is printed per message: tables.py makes tables from Message.schema() when a version is
 * first used, and the engine reads and writes the slots of the generated classes by them. The pure
 * Python codecs stay as reference and for machines without a compiler.
 *
 * Rules
 *
 * 1. The engine steps aside. Whatever is not plainly right (a byte that does not fit, a value of
 *    another type, a class that is not quite the generated one) makes it return nothing, and the
 *    pure Python code does the same work again from the start: it gives the verdict and the error.
 *    So the engine has no errors of its own, and being too strict costs time only.
 * 2. Offsets come from the member descriptors of the generated class (slot_descriptor). They hold
 *    for that class and for subclasses in which every field is still found to be that descriptor
 *    and attributes are looked up as `object` does it (overrides_nothing; checked once per type).
 * 3. A slot may be empty at any time: NULL steps aside.
 * 4. Values are owned before Python code can run. None runs while a message is written, which is
 *    why the writer borrows. While one is read, the garbage collector may run: what the reader
 *    made, it owns, and tuples with empty places are hidden from the collector.
 * 5. No limited API: slot offsets and tp_alloc are not part of it. One build per Python version.
 * 6. State is static. A second interpreter is refused; a build without the GIL turns it on again.
 */
#include "engine.h"

State engine;

/* Clear the errors that bad bytes or values give; keep all others, such as KeyboardInterrupt. */
int
is_left_to_python(void)
{
    PyObject *error = PyErr_Occurred();
    if (error == NULL)
        return 1;
    if (!PyErr_GivenExceptionMatches(error, PyExc_ValueError) /* UnicodeError too */
        && !PyErr_GivenExceptionMatches(error, PyExc_BufferError)
        && !PyErr_GivenExceptionMatches(error, PyExc_MemoryError))
        return 0;
    PyErr_Clear();
    return 1;
}

#define ARGUMENTS_MAX 8

/* Call the pure Python method with `self` or the class in front of the arguments. */
PyObject *
call_python(PyObject *function, PyObject *self, PyObject *const *args, Py_ssize_t count,
            PyObject *names)
{
    PyObject *all[ARGUMENTS_MAX];
    Py_ssize_t total = count + (names == NULL ? 0 : PyTuple_GET_SIZE(names));
    if (total > ARGUMENTS_MAX - 1) {
        PyErr_SetString(PyExc_TypeError, "too many arguments");
        return NULL;
    }
    all[0] = self;
    for (Py_ssize_t i = 0; i < total; i++)
        all[i + 1] = args[i];
    return PyObject_Vectorcall(function, all, (size_t)(count + 1), names);
}

/* Whether the arguments are two and maybe a start, by place or by name, and maybe `views`, by name,
 * where `views` is not NULL. */
static int
are_plain(PyObject *const *args, Py_ssize_t count, PyObject *names, Py_ssize_t *start, int *views)
{
    PyObject *given = count == 3 ? args[2] : NULL;
    *start = 0;
    if (count != 2 && count != 3)
        return 0;
    for (Py_ssize_t i = 0; names != NULL && i < PyTuple_GET_SIZE(names); i++) {
        PyObject *name = PyTuple_GET_ITEM(names, i), *value = args[count + i];
        if (given == NULL && PyUnicode_CompareWithASCIIString(name, "start") == 0)
            given = value;
        else if (views != NULL && PyBool_Check(value)
                 && PyUnicode_CompareWithASCIIString(name, "views") == 0)
            *views = value == Py_True;
        else
            return 0;
    }
    if (given == NULL)
        return 1;
    if (!PyLong_CheckExact(given))
        return 0;
    *start = PyLong_AsSsize_t(given);
    if (*start == -1 && PyErr_Occurred())
        PyErr_Clear(); /* Python refuses such a start, as all below 0 */
    return *start >= 0;
}

/* Read the message at an offset of bytes; the size and the end count from their beginning. `view` is
 * a memoryview of these bytes, or NULL. */
static PyObject *
read_at(Layout *layout, const uint8_t *data, Py_ssize_t start, Py_ssize_t size, PyObject *view,
        Py_ssize_t *end)
{
    if (start > size)
        return NULL;
    PyObject *message = read_message(layout, data + start, size - start, view, start, end);
    *end += start;
    return message;
}

/* Make a memoryview that only reads, of bytes one after the other; NULL: left to Python. */
static PyObject *
view_to_read(PyObject *data)
{
    PyObject *view = PyMemoryView_FromObject(data);
    if (view == NULL)
        return NULL;
    Py_buffer *buffer = PyMemoryView_GET_BUFFER(view);
    PyObject *result = NULL;
    if (buffer->ndim == 1 && buffer->itemsize == 1 && PyBuffer_IsContiguous(buffer, 'C')
        && strcmp(buffer->format, "B") == 0)
        result = buffer->readonly ? Py_NewRef(view) : PyObject_CallMethod(view, "toreadonly", NULL);
    Py_DECREF(view);
    return result;
}

/* Read a message from any buffer; NULL: left to Python, unless an exception stays set. */
static PyObject *
decode(PyObject *cls, PyObject *const *args, Py_ssize_t start, int views, Py_ssize_t *size,
       Py_ssize_t *end)
{
    *end = 0;
    Layout *layout = layout_of((PyTypeObject *)cls, args[1]);
    PyObject *data = args[0];
    /* Python makes the instances of subclasses, which may have attributes of their own. */
    if (layout == NULL || layout->slots->type != (PyTypeObject *)cls)
        return NULL;
    if (PyBytes_CheckExact(data) && !views) {
        *size = PyBytes_GET_SIZE(data);
        return read_at(layout, (const uint8_t *)PyBytes_AS_STRING(data), start, *size, NULL, end);
    }
    if (!PyBytes_CheckExact(data) && !PyByteArray_CheckExact(data)
        && !Py_IS_TYPE(data, &PyMemoryView_Type))
        return NULL;
    PyObject *view = views ? view_to_read(data) : NULL, *message = NULL;
    Py_buffer buffer; /* keeps the bytes where they are */
    if ((view != NULL || !views) && PyObject_GetBuffer(data, &buffer, PyBUF_SIMPLE) == 0) {
        *size = buffer.len;
        message = read_at(layout, buffer.buf, start, buffer.len, view, end);
        PyBuffer_Release(&buffer);
    }
    Py_XDECREF(view);
    return message;
}

static PyObject *
message_decode(PyObject *cls, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    Py_ssize_t start, size, end;
    int views = 0;
    if (are_plain(args, count, names, &start, &views)) {
        PyObject *message = decode(cls, args, start, views, &size, &end);
        if (message != NULL && end == size)
            return message;
        if (message != NULL)
            Py_DECREF(message); /* bytes are left over, which Python refuses */
        else if (!is_left_to_python())
            return NULL;
    }
    return call_python(engine.python_decode, cls, args, count, names);
}

static PyObject *
message_decode_prefix(PyObject *cls, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    Py_ssize_t start, size, end;
    int views = 0;
    if (are_plain(args, count, names, &start, &views)) {
        PyObject *message = decode(cls, args, start, views, &size, &end);
        if (message != NULL)
            return Py_BuildValue("(Nn)", message, end);
        if (!is_left_to_python())
            return NULL;
    }
    return call_python(engine.python_decode_prefix, cls, args, count, names);
}

static PyObject *
message_encode(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    if (count == 1 && names == NULL) {
        Layout *layout = layout_of(Py_TYPE(self), args[0]);
        PyObject *bytes = layout == NULL ? NULL : write_message(layout, self);
        if (bytes != NULL)
            return bytes;
        if (!is_left_to_python())
            return NULL;
    }
    return call_python(engine.python_encode, self, args, count, names);
}

static PyObject *
message_encode_buffers(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    if (count == 1 && names == NULL) {
        Layout *layout = layout_of(Py_TYPE(self), args[0]);
        PyObject *buffers = layout == NULL ? NULL : write_message_buffers(layout, self);
        if (buffers != NULL)
            return buffers;
        if (!is_left_to_python())
            return NULL;
    }
    return call_python(engine.python_encode_buffers, self, args, count, names);
}

static PyObject *
message_encode_into(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    Py_ssize_t start;
    if (are_plain(args, count, names, &start, NULL) && PyByteArray_CheckExact(args[0])) {
        Layout *layout = layout_of(Py_TYPE(self), args[1]);
        Py_ssize_t end = layout == NULL ? -1 : write_message_into(layout, self, args[0], start);
        if (end >= 0)
            return PyLong_FromSsize_t(end);
        if (!is_left_to_python())
            return NULL;
    }
    return call_python(engine.python_encode_into, self, args, count, names);
}

static PyMethodDef decode_method
    = {"decode", FAST(message_decode), METH_FASTCALL | METH_KEYWORDS,
       "decode($type, /, data, version, start=0, *, views=False)\n--\n\n"
       "Read a message that fills `data` from byte `start` to the last one.\n\n"
       "With `views`, bytes and records are memoryviews of `data` that only read.\n\n"
       "Raises UnsupportedVersionError, or a DecodeError with offset and path."};
static PyMethodDef decode_prefix_method
    = {"decode_prefix", FAST(message_decode_prefix), METH_FASTCALL | METH_KEYWORDS,
       "decode_prefix($type, /, data, version, start=0, *, views=False)\n--\n\n"
       "Read the message that begins at byte `start`; return it with the offset of its end.\n\n"
       "Raises as `decode` does, but not for bytes that follow."};
static PyMethodDef encode_method
    = {"encode", FAST(message_encode), METH_FASTCALL | METH_KEYWORDS,
       "encode($self, /, version)\n--\n\n"
       "Write the message in this version.\n\n"
       "Raises UnsupportedVersionError for a version that the message lacks and for a value that\n"
       "the version has no field for (unless the field is ignorable), EncodeError for a value out\n"
       "of range."};
static PyMethodDef encode_into_method
    = {"encode_into", FAST(message_encode_into), METH_FASTCALL | METH_KEYWORDS,
       "encode_into($self, /, buffer, version, start=0)\n--\n\n"
       "Write the message into a bytearray from byte `start` on; return the end.\n\n"
       "The buffer grows where it is too small and never shrinks. Raises as `encode` does, and\n"
       "BufferError while a memoryview of the buffer is in use."};
static PyMethodDef encode_buffers_method
    = {"encode_buffers", FAST(message_encode_buffers), METH_FASTCALL | METH_KEYWORDS,
       "encode_buffers($self, /, version)\n--\n\n"
       "Write the message as a list of buffers, for `sendmsg` and `writelines`.\n\n"
       "Bytes and records above 4 KiB are not copied, and must not change until they are sent.\n"
       "Raises as `encode` does."};

/* elements_above(cls, version, data, start, budget): where the elements of a message in bytes become
 * more than `budget`, -1 if they do not; None where Python has to look. Other threads run meanwhile:
 * the buffer stays where it is, and a layout never changes. */
static PyObject *
engine_elements_above(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyTypeObject *cls;
    PyObject *version;
    Py_buffer data;
    Py_ssize_t start, budget, place;
    if (!PyArg_ParseTuple(args, "O!Oy*nn:elements_above", &PyType_Type, &cls, &version, &data,
                          &start, &budget))
        return NULL;
    Layout *layout = layout_of(cls, version);
    if (layout == NULL || start < 0 || start > data.len || budget < 0) {
        PyBuffer_Release(&data);
        if (layout == NULL && !is_left_to_python())
            return NULL;
        Py_RETURN_NONE;
    }
    Py_INCREF(layout);
    Py_BEGIN_ALLOW_THREADS
    place = place_above(layout, (const uint8_t *)data.buf + start, data.len - start, budget);
    Py_END_ALLOW_THREADS
    Py_DECREF(layout);
    PyBuffer_Release(&data);
    return PyLong_FromSsize_t(place < 0 ? -1 : place + start);
}

/* methods(Message): the methods as descriptors of that class. */
static PyObject *
engine_methods(PyObject *Py_UNUSED(module), PyObject *type)
{
    if (!PyType_Check(type)) {
        PyErr_SetString(PyExc_TypeError, "a class is due");
        return NULL;
    }
    return Py_BuildValue("{sNsNsNsNsN}",
                         "decode", PyDescr_NewClassMethod((PyTypeObject *)type, &decode_method),
                         "decode_prefix",
                         PyDescr_NewClassMethod((PyTypeObject *)type, &decode_prefix_method),
                         "encode", PyDescr_NewMethod((PyTypeObject *)type, &encode_method),
                         "encode_into",
                         PyDescr_NewMethod((PyTypeObject *)type, &encode_into_method),
                         "encode_buffers",
                         PyDescr_NewMethod((PyTypeObject *)type, &encode_buffers_method));
}

/* Take the bounds of kraft_wire.limits. */
static PyObject *
engine_configure_limits(PyObject *Py_UNUSED(module), PyObject *args)
{
    Limits limits;
    if (!PyArg_ParseTuple(args, "nnnnnInn:configure_limits", &limits.string_bytes,
                          &limits.array_elements, &limits.message_elements,
                          &limits.tagged_fields, &limits.unknown_tag_bytes, &limits.tag,
                          &limits.record_headers, &limits.copied_bytes))
        return NULL;
    engine.limits = limits;
    Py_RETURN_NONE;
}

/* Take the functions that make tables, the pure Python methods, and the class of uuids. */
static PyObject *
engine_configure_messages(PyObject *Py_UNUSED(module), PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"build_codec", "build_layout", "decode", "decode_prefix", "encode",
                            "encode_into", "encode_buffers", "uuid_type", NULL};
    PyObject *given[8];
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOOOOOOO!:configure_messages", names,
                                     &given[0], &given[1], &given[2], &given[3], &given[4],
                                     &given[5], &given[6], &PyType_Type, &given[7]))
        return NULL;
    PyTypeObject *uuid = (PyTypeObject *)given[7];
    if (!PyType_IsSubtype(uuid, &PyBytes_Type) || uuid->tp_basicsize != PyBytes_Type.tp_basicsize) {
        PyErr_SetString(PyExc_TypeError, "a uuid is bytes and nothing more");
        return NULL;
    }
    PyObject **places[] = {&engine.build_codec, &engine.build_layout, &engine.python_decode,
                           &engine.python_decode_prefix, &engine.python_encode,
                           &engine.python_encode_into, &engine.python_encode_buffers,
                           (PyObject **)&engine.uuid_type};
    for (int i = 0; i < 8; i++) {
        PyObject *before = *places[i];
        *places[i] = Py_NewRef(given[i]);
        Py_XDECREF(before);
    }
    Py_RETURN_NONE;
}

/* Take the classes of records. */
static PyObject *
engine_configure_records(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *record, *span;
    if (!PyArg_ParseTuple(args, "O!O!:configure_records", &PyType_Type, &record, &PyType_Type,
                          &span))
        return NULL;
    PyTypeObject *types[] = {(PyTypeObject *)record, (PyTypeObject *)span};
    for (int i = 0; i < 2; i++) {
        /* a subclass with slots or a dictionary of its own would be larger */
        if (!PyType_IsSubtype(types[i], &PyTuple_Type)
            || types[i]->tp_basicsize != PyTuple_Type.tp_basicsize) {
            PyErr_SetString(PyExc_TypeError, "a record is a tuple and nothing more");
            return NULL;
        }
    }
    Py_XSETREF(engine.record_type, (PyTypeObject *)Py_NewRef(record));
    Py_XSETREF(engine.span_type, (PyTypeObject *)Py_NewRef(span));
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"configure_limits", engine_configure_limits, METH_VARARGS,
     "Take the bounds of kraft_wire.limits."},
    {"configure_messages", FAST(engine_configure_messages), METH_VARARGS | METH_KEYWORDS,
     "Take what makes tables, the pure Python methods, and the class of uuids."},
    {"methods", engine_methods, METH_O, "The methods of Message, as descriptors of that class."},
    {"elements_above", engine_elements_above, METH_VARARGS,
     "Find where the elements of a message become too many."},
    {"configure_records", engine_configure_records, METH_VARARGS,
     "Take the classes of records and of their places."},
    {"read_records", engine_read_records, METH_VARARGS,
     "Read records as long as they are of the common form."},
    {"read_columns", engine_read_columns, METH_VARARGS,
     "Find the parts of all records of many batches."},
    {"gather", engine_gather, METH_VARARGS,
     "Copy slices of a buffer into another, one after the other."},
    {"write_columns", engine_write_columns, METH_VARARGS,
     "Write records whose parts are columns."},
    {"configure_batches", engine_configure_batches, METH_VARARGS,
     "Take the class of batches, the names of its slots and its methods; give those to use."},
    {"configure_builder", engine_configure_builder, METH_VARARGS,
     "Take the class of builders, the names of its slots and its methods; give those to use."},
    {"read_batch", FAST(engine_read_batch), METH_FASTCALL, "Make a batch of an ordinary one."},
    {"batch_records", engine_batch_records, METH_O, "Read all records of an ordinary batch."},
    {NULL, NULL, 0, NULL},
};

static int
engine_exec(PyObject *module)
{
    if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
        PyErr_SetString(PyExc_ImportError, "kraft's engine serves one interpreter only");
        return -1;
    }
    if (engine.codecs == NULL
        && ((engine.codecs = PyDict_New()) == NULL || (engine.no_tags = PyTuple_New(0)) == NULL))
        return -1;
    if (PyType_Ready(&Codec_Type) < 0 || PyModule_AddType(module, &Slots_Type) < 0
        || PyModule_AddType(module, &Layout_Type) < 0)
        return -1;
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, engine_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
#if PY_VERSION_HEX >= 0x030D0000
    {Py_mod_gil, Py_MOD_GIL_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_engine",
    .m_doc = "The compiled engine of kraft_wire.",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit__engine(void)
{
    return PyModuleDef_Init(&definition);
}
