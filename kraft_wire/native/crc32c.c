/* CRC-32C of record batches by the instruction that x86-64 processors have for it.
 *
 * Elsewhere there is none here, and Python keeps to the package crc32c, which knows ARM too.
 */
#include "engine.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define HAS_INSTRUCTION 1
#else
#define HAS_INSTRUCTION 0
#endif

#if HAS_INSTRUCTION

__attribute__((target("sse4.2"))) static uint32_t
crc32c_of(const uint8_t *at, Py_ssize_t size)
{
    uint64_t crc = 0xFFFFFFFF;
    for (; size >= 8; size -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        crc = __builtin_ia32_crc32di(crc, word);
    }
    for (; size > 0; size--, at++)
        crc = __builtin_ia32_crc32qi((uint32_t)crc, *at);
    return ~(uint32_t)crc;
}

#endif

#define SHORT_BYTES 4096 /* up to here the package's three interleaved streams gain nothing */

/* crc32c(data, start) -> the checksum of bytes from a place on; None where the package is faster,
 * or the only one that can */
PyObject *
engine_crc32c(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    if (count != 2 || !PyBytes_CheckExact(args[0])) {
        PyErr_SetString(PyExc_TypeError, "crc32c(data: bytes, start)");
        return NULL;
    }
    Py_ssize_t start = PyLong_AsSsize_t(args[1]), size = PyBytes_GET_SIZE(args[0]);
    if (start == -1 && PyErr_Occurred())
        return NULL;
    if (start < 0 || start > size) {
        PyErr_SetString(PyExc_ValueError, "a start outside of the data");
        return NULL;
    }
#if HAS_INSTRUCTION
    if (size - start <= SHORT_BYTES && __builtin_cpu_supports("sse4.2")) {
        const uint8_t *at = (const uint8_t *)PyBytes_AS_STRING(args[0]) + start;
        return PyLong_FromUnsignedLong(crc32c_of(at, size - start));
    }
#endif
    Py_RETURN_NONE;
}
