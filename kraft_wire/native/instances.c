/* Instances of generated classes: how the reader makes them, and how all of them are freed.
 *
 * Most of the time of a decode is spent on the objects that it returns. CPython frees instances of
 * Python classes by subtype_dealloc, which looks for a finalizer, weak references, a dictionary and
 * a base with another deallocator each time, and finds the slots by their descriptors. A generated
 * class has nothing but slots, one after the other; this is checked once, and struct_dealloc frees
 * them in one loop. Freed instances are kept by size, as CPython keeps tuples, for the next ones.
 */
#include "engine.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#endif

#define SIZES 24  /* a class of up to 21 slots; larger ones are rare */
#define KEPT 1024 /* of each size: at most 2.5 MiB together */

/* Freed instances by size in words; each has the next one in the place of its type. Their slots
 * are empty, and the garbage collector does not know them. */
static struct {
    PyObject *first;
    int count;
} kept[SIZES];

static inline size_t
words_of(PyTypeObject *type)
{
    return (size_t)type->tp_basicsize / sizeof(PyObject *);
}

/* For the sanitizer the slots of a kept instance are memory that nobody may use. */
static inline size_t
slots_size(PyTypeObject *type)
{
    return (size_t)type->tp_basicsize - sizeof(PyObject);
}

/* Free an instance of a generated class, or what is left of an instance of a subclass: for that,
 * subtype_dealloc has called the finalizer and cleared what the subclass added, and calls this as
 * the deallocator of the nearest base that has another one. As such it also gives up the reference
 * to the type. */
static void
struct_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self), *base = type;
    int is_exact = type->tp_dealloc == struct_dealloc;
    /* Somebody may have given the class a `__del__`, which may keep the instance. */
    if (is_exact && type->tp_finalize != NULL && PyObject_CallFinalizerFromDealloc(self) < 0)
        return;
    while (base->tp_dealloc != struct_dealloc)
        base = base->tp_base;
    /* Or the collector would find an instance whose slots are being cleared. */
    PyObject_GC_UnTrack(self);
    /* Or a chain of messages that hold each other would need a C stack of its length. */
    Py_TRASHCAN_BEGIN(self, struct_dealloc)
    PyObject **slot = (PyObject **)(self + 1);
    PyObject **end = (PyObject **)((char *)self + base->tp_basicsize);
    for (; slot < end; slot++)
        Py_CLEAR(*slot);
    size_t words = words_of(type);
    /* One with a finalizer is not kept: the collector marks it as finalized for good. */
    if (is_exact && words < SIZES && kept[words].count < KEPT && type->tp_finalize == NULL) {
        ASAN_POISON_MEMORY_REGION(self + 1, slots_size(type));
        Py_SET_TYPE(self, (PyTypeObject *)kept[words].first);
        kept[words].first = self;
        kept[words].count++;
    }
    else {
        type->tp_free(self);
    }
    Py_DECREF(type);
    Py_TRASHCAN_END
}

/* Make an instance with empty slots, as object.__new__ does. */
PyObject *
new_instance(PyTypeObject *type)
{
    size_t words = words_of(type);
    if (type->tp_dealloc != struct_dealloc || words >= SIZES || kept[words].first == NULL)
        return type->tp_alloc(type, 0);
    PyObject *object = kept[words].first;
    kept[words].first = (PyObject *)Py_TYPE(object);
    kept[words].count--;
    ASAN_UNPOISON_MEMORY_REGION(object + 1, slots_size(type));
    PyObject_Init(object, type); /* a new reference, also to the type */
    PyObject_GC_Track(object);
    return object;
}

/* Free instances of the class by struct_dealloc from now on, if they are slots and nothing else.
 * Instances that exist already are freed by it too: they were allocated in the same way. */
void
set_dealloc(const Slots *slots)
{
    PyTypeObject *type = slots->type;
    Py_ssize_t count = Py_SIZE(slots) + 1; /* with unknown_tagged_fields */
    if (type->tp_basicsize == (Py_ssize_t)sizeof(PyObject) + count * (Py_ssize_t)sizeof(PyObject *)
        && type->tp_dictoffset == 0 && type->tp_weaklistoffset == 0 && type->tp_del == NULL
        && PyType_IS_GC(type) && type->tp_free == PyObject_GC_Del)
        type->tp_dealloc = struct_dealloc;
}
