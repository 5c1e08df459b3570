/* Tables of the message codecs: where values are (Slots), what a version looks like (Layout).
 *
 * tables.py makes them from Message.schema() when a version is first used.
 */
#include "engine.h"

#include <structmember.h>

const uint8_t kind_width[KIND_COUNT] = {1, 1, 2, 2, 4, 4, 8, 8, 16, 0, 0, 0};

/* ---- Slots: a generated class ---- */

/* The descriptor of a slot of the class, or NULL with TypeError: only what `__slots__` makes will
 * do, since its offset is what the engine reads and writes by. */
PyObject *
slot_descriptor(PyTypeObject *type, PyObject *name, Py_ssize_t *offset)
{
    PyObject *found = PyObject_GetAttr((PyObject *)type, name);
    if (found == NULL)
        return NULL;
    if (Py_IS_TYPE(found, &PyMemberDescr_Type)) {
        PyMemberDescrObject *descriptor = (PyMemberDescrObject *)found;
        if (descriptor->d_member->type == T_OBJECT_EX
            && PyType_IsSubtype(type, descriptor->d_common.d_type)) {
            *offset = descriptor->d_member->offset;
            return found;
        }
    }
    PyErr_Format(PyExc_TypeError, "%s.%U is not a slot", type->tp_name, name);
    Py_DECREF(found);
    return NULL;
}

/* The offsets of the named slots of a plain class; -1 with TypeError for another. */
int
slot_offsets(PyTypeObject *type, PyObject *names, Py_ssize_t *offsets, Py_ssize_t count)
{
    if (PyTuple_GET_SIZE(names) != count || type->tp_alloc != PyType_GenericAlloc
        || type->tp_itemsize != 0) {
        PyErr_Format(PyExc_TypeError, "%s has not the slots that the engine knows", type->tp_name);
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *descriptor = slot_descriptor(type, PyTuple_GET_ITEM(names, i), &offsets[i]);
        if (descriptor == NULL)
            return -1;
        Py_DECREF(descriptor); /* the class keeps it */
    }
    return 0;
}

static int
fill_slot(Slots *self, Slot *slot, PyObject *item)
{
    int kind, is_array;
    PyObject *name, *initial, *child;
    if (!PyArg_ParseTuple(item, "UipOO", &name, &kind, &is_array, &initial, &child))
        return -1;
    if (kind < 0 || kind >= KIND_COUNT || (kind == KIND_STRUCT) != (child != Py_None)
        || (child != Py_None && !Py_IS_TYPE(child, &Slots_Type))) {
        PyErr_SetString(PyExc_TypeError, "a slot has a kind, a structure its slots");
        return -1;
    }
    slot->kind = (uint8_t)kind;
    slot->is_array = (uint8_t)is_array;
    slot->name = Py_NewRef(name);
    slot->initial = Py_NewRef(initial);
    slot->child = child == Py_None ? NULL : (Slots *)Py_NewRef(child);
    if (!is_array && kind >= KIND_INT8 && kind <= KIND_INT64) {
        slot->initial_int = PyLong_AsLongLong(initial);
        if (slot->initial_int == -1 && PyErr_Occurred())
            return -1;
    }
    slot->descriptor = slot_descriptor(self->type, name, &slot->offset);
    return slot->descriptor == NULL ? -1 : 0;
}

/* Slots(class, ((name, kind, is_array, initial value, Slots of the structure or None), ...)) */
static PyObject *
slots_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    PyTypeObject *of;
    PyObject *items;
    if (!PyArg_ParseTuple(args, "O!O!:Slots", &PyType_Type, &of, &PyTuple_Type, &items))
        return NULL;
    /* A class that is not allocated as `object` allocates has more to it than slots. */
    if (of->tp_alloc != PyType_GenericAlloc || of->tp_itemsize != 0
        || of->tp_getattro != PyObject_GenericGetAttr) {
        PyErr_Format(PyExc_TypeError, "%s is not a plain class of slots", of->tp_name);
        return NULL;
    }
    Slots *self = (Slots *)type->tp_alloc(type, PyTuple_GET_SIZE(items));
    if (self == NULL)
        return NULL;
    self->type = (PyTypeObject *)Py_NewRef(of);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items); i++) {
        if (fill_slot(self, &self->slots[i], PyTuple_GET_ITEM(items, i)) < 0) {
            Py_DECREF(self);
            return NULL;
        }
    }
    PyObject *unknown = PyUnicode_InternFromString("unknown_tagged_fields");
    if (unknown != NULL) {
        self->unknown_descriptor = slot_descriptor(of, unknown, &self->unknown_offset);
        Py_DECREF(unknown);
    }
    if (self->unknown_descriptor == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    set_dealloc(self);
    return (PyObject *)self;
}

static void
slots_dealloc(Slots *self)
{
    for (Py_ssize_t i = 0; i < Py_SIZE(self); i++) {
        Slot *slot = &self->slots[i];
        Py_XDECREF(slot->name);
        Py_XDECREF(slot->descriptor);
        Py_XDECREF(slot->initial);
        Py_XDECREF((PyObject *)slot->child);
    }
    for (int i = 0; i < ACCEPTED_TYPES; i++)
        Py_XDECREF((PyObject *)self->accepted[i]);
    Py_XDECREF(self->unknown_descriptor);
    Py_XDECREF((PyObject *)self->type);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* Whether looking the name up in the type finds this descriptor; goes through the dictionaries of
 * the MRO by itself, so that no Python code runs. */
static int
finds_descriptor(PyTypeObject *type, PyObject *name, PyObject *descriptor)
{
    PyObject *mro = type->tp_mro;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        PyObject *found = base->tp_dict ? PyDict_GetItemWithError(base->tp_dict, name) : NULL;
        if (found != NULL)
            return found == descriptor;
        if (PyErr_Occurred()) {
            PyErr_Clear();
            return 0;
        }
    }
    return 0;
}

static int
overrides_nothing(Slots *slots, PyTypeObject *type)
{
    if (!PyType_IsSubtype(type, slots->type) || type->tp_getattro != PyObject_GenericGetAttr)
        return 0;
    for (Py_ssize_t i = 0; i < Py_SIZE(slots); i++) {
        if (!finds_descriptor(type, slots->slots[i].name, slots->slots[i].descriptor))
            return 0;
    }
    PyObject *unknown = PyDescr_NAME(slots->unknown_descriptor);
    return finds_descriptor(type, unknown, slots->unknown_descriptor);
}

/* A type is checked once; the few that passed are kept. */
int
slots_accept_slowly(Slots *slots, PyTypeObject *type)
{
    int i = 0;
    while (i < ACCEPTED_TYPES && slots->accepted[i] != NULL) {
        if (slots->accepted[i] == type)
            return 1;
        i++;
    }
    if (!overrides_nothing(slots, type))
        return 0;
    if (i < ACCEPTED_TYPES)
        slots->accepted[i] = (PyTypeObject *)Py_NewRef(type);
    return 1;
}

PyTypeObject Slots_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "kraft_wire.native._engine.Slots",
    .tp_doc = "Where the values of a generated class are.",
    .tp_basicsize = offsetof(Slots, slots),
    .tp_itemsize = sizeof(Slot),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = slots_new,
    .tp_dealloc = (destructor)slots_dealloc,
};

/* ---- Layout: a structure in a version ---- */

/* Bytes that the field takes at least. */
static Py_ssize_t
least_size_of(const Field *field)
{
    if (field->is_array)
        return field->is_compact ? 1 : 4;
    switch (field->kind) {
    case KIND_STRING:
        return field->is_compact ? 1 : 2;
    case KIND_BYTES:
        return field->is_compact ? 1 : 4;
    case KIND_STRUCT:
        return field->is_nullable ? 1 : field->child->least_size;
    default:
        return kind_width[field->kind];
    }
}

/* Fill a field from (slot, is_compact, is_nullable, Layout or None, tag, is_ignorable). */
static int
fill_field(Layout *self, Field *field, PyObject *item, int is_present)
{
    Py_ssize_t index;
    int is_compact, is_nullable, is_ignorable;
    unsigned int tag;
    PyObject *child;
    if (!PyArg_ParseTuple(item, "nppOIp", &index, &is_compact, &is_nullable, &child, &tag,
                          &is_ignorable))
        return -1;
    if (index < 0 || index >= Py_SIZE(self->slots)) {
        PyErr_SetString(PyExc_TypeError, "there is no such slot");
        return -1;
    }
    const Slot *slot = &self->slots->slots[index];
    if (is_present && slot->kind == KIND_STRUCT
        && (!Py_IS_TYPE(child, &Layout_Type) || ((Layout *)child)->slots != slot->child)) {
        PyErr_SetString(PyExc_TypeError, "a structure needs its layout");
        return -1;
    }
    *field = (Field){
        .offset = slot->offset,
        .slot = slot,
        .child = child == Py_None ? NULL : (Layout *)Py_NewRef(child),
        .tag = tag,
        .kind = slot->kind,
        .is_array = slot->is_array,
        .is_compact = (uint8_t)is_compact,
        .is_nullable = (uint8_t)is_nullable,
        .is_ignorable = (uint8_t)is_ignorable,
    };
    return 0;
}

static int
fill_layout(Layout *self, PyObject *groups[3], PyObject *lacking)
{
    Field *field = self->fields;
    for (int group = 0; group < 3; group++) {
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(groups[group]); i++, field++) {
            if (fill_field(self, field, PyTuple_GET_ITEM(groups[group], i), group < 2) < 0)
                return -1;
            if (group == 0)
                self->least_size += least_size_of(field);
            if (group == 1 && field->tag > self->highest_tag)
                self->highest_tag = field->tag;
        }
    }
    self->lacking_count = PyTuple_GET_SIZE(lacking);
    self->lacking = PyMem_Calloc((size_t)self->lacking_count + 1, sizeof(uint32_t));
    if (self->lacking == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < self->lacking_count; i++) {
        unsigned long tag = PyLong_AsUnsignedLong(PyTuple_GET_ITEM(lacking, i));
        if (PyErr_Occurred())
            return -1;
        self->lacking[i] = (uint32_t)tag;
        if (self->lacking[i] > self->highest_tag)
            self->highest_tag = self->lacking[i];
    }
    return 0;
}

/* Layout(slots, is_flexible, plain fields, tagged fields, absent fields, lacking tags) */
static PyObject *
layout_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    Slots *slots;
    int is_flexible;
    PyObject *groups[3], *lacking;
    if (!PyArg_ParseTuple(args, "O!pO!O!O!O!:Layout", &Slots_Type, &slots, &is_flexible,
                          &PyTuple_Type, &groups[0], &PyTuple_Type, &groups[1], &PyTuple_Type,
                          &groups[2], &PyTuple_Type, &lacking))
        return NULL;
    Py_ssize_t tagged = PyTuple_GET_SIZE(groups[1]);
    if (tagged > TAGGED_FIELDS_OF_A_LAYOUT) {
        PyErr_SetString(PyExc_ValueError, "too many tagged fields");
        return NULL;
    }
    Py_ssize_t plain = PyTuple_GET_SIZE(groups[0]), absent = PyTuple_GET_SIZE(groups[2]);
    Layout *self = (Layout *)type->tp_alloc(type, plain + tagged + absent);
    if (self == NULL)
        return NULL;
    self->slots = (Slots *)Py_NewRef(slots);
    self->is_flexible = is_flexible;
    self->plain_count = plain;
    self->tagged_count = tagged;
    self->absent_count = absent;
    self->least_size = is_flexible ? 1 : 0;
    self->highest_tag = -1;
    if (fill_layout(self, groups, lacking) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
layout_dealloc(Layout *self)
{
    for (Py_ssize_t i = 0; i < Py_SIZE(self); i++)
        Py_XDECREF((PyObject *)self->fields[i].child);
    PyMem_Free(self->lacking);
    Py_XDECREF((PyObject *)self->slots);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

PyTypeObject Layout_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "kraft_wire.native._engine.Layout",
    .tp_doc = "What a structure looks like in a version.",
    .tp_basicsize = offsetof(Layout, fields),
    .tp_itemsize = sizeof(Field),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = layout_new,
    .tp_dealloc = (destructor)layout_dealloc,
};

/* ---- Codec: a message class ---- */

static void
codec_dealloc(Codec *self)
{
    for (Py_ssize_t i = 0; i < Py_SIZE(self); i++)
        Py_XDECREF(self->layouts[i]);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

PyTypeObject Codec_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "kraft_wire.native._engine.Codec",
    .tp_doc = "The layouts of a message class.",
    .tp_basicsize = offsetof(Codec, layouts),
    .tp_itemsize = sizeof(PyObject *),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_dealloc = (destructor)codec_dealloc,
};

/* Make the empty codec of a class that is met for the first time; borrowed. */
static Codec *
new_codec(PyTypeObject *type)
{
    PyObject *highest = PyObject_CallOneArg(engine.build_codec, (PyObject *)type);
    if (highest == NULL)
        return NULL;
    /* The highest version of None is that of a class which is left to Python. */
    Py_ssize_t count = highest == Py_None ? 0 : PyLong_AsSsize_t(highest) + 1;
    Py_DECREF(highest);
    if (count < 0 || count > 0x8000) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "a version is from 0 to 32767");
        return NULL;
    }
    Codec *codec = (Codec *)Codec_Type.tp_alloc(&Codec_Type, count);
    if (codec == NULL)
        return NULL;
    /* Another thread may have made one while Python code ran: the first one stays. */
    PyObject *kept = PyDict_SetDefault(engine.codecs, (PyObject *)type, (PyObject *)codec);
    Py_DECREF(codec);
    return (Codec *)kept;
}

/* The codec of a class, found by its address without the dictionary; borrowed. Entries stay right:
 * the dictionary keeps each class and its codec for good. */
static Codec *
codec_of(PyTypeObject *type)
{
    static struct {
        PyTypeObject *type;
        Codec *codec;
    } recent[64];
    size_t place = ((uintptr_t)type >> 6 ^ (uintptr_t)type >> 12) % 64;
    if (recent[place].type == type)
        return recent[place].codec;
    Codec *codec = (Codec *)PyDict_GetItemWithError(engine.codecs, (PyObject *)type);
    if (codec == NULL && !PyErr_Occurred())
        codec = new_codec(type);
    if (codec != NULL) {
        recent[place].type = type;
        recent[place].codec = codec;
    }
    return codec;
}

/* The layout of a message class in a version; borrowed from the codec, which is never dropped.
 * NULL, maybe with an exception: left to Python. */
Layout *
layout_of(PyTypeObject *type, PyObject *version)
{
    if (!PyLong_CheckExact(version))
        return NULL;
    int overflow;
    long number = PyLong_AsLongAndOverflow(version, &overflow);
    Codec *codec = codec_of(type);
    if (codec == NULL || number < 0 || number >= Py_SIZE(codec))
        return NULL;
    PyObject *layout = codec->layouts[number];
    if (layout == NULL) {
        layout = PyObject_CallFunctionObjArgs(engine.build_layout, type, version, NULL);
        if (layout == NULL)
            return NULL;
        if (codec->layouts[number] != NULL) { /* made meanwhile, in another thread */
            Py_DECREF(layout);
            layout = codec->layouts[number];
        }
        else if (layout != Py_None && !Py_IS_TYPE(layout, &Layout_Type)) {
            Py_DECREF(layout);
            PyErr_SetString(PyExc_TypeError, "a layout is due");
            return NULL;
        }
        else {
            codec->layouts[number] = layout;
        }
    }
    return layout == Py_None ? NULL : (Layout *)layout;
}
