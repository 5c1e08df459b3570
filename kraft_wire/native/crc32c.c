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

#define SHORT_BYTES 4096 /* up to here the package's three interleaved streams gain nothing */

/* Whether crc32c_of is the fastest there is for so many bytes. */
int
crc32c_is_fast(Py_ssize_t size)
{
#if HAS_INSTRUCTION
    return size <= SHORT_BYTES && __builtin_cpu_supports("sse4.2");
#else
    (void)size;
    return 0;
#endif
}

#if HAS_INSTRUCTION
__attribute__((target("sse4.2")))
#endif
uint32_t
crc32c_of(const uint8_t *at, Py_ssize_t size)
{
#if HAS_INSTRUCTION
    uint64_t crc = 0xFFFFFFFF;
    for (; size >= 8; size -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        crc = __builtin_ia32_crc32di(crc, word);
    }
    for (; size > 0; size--, at++)
        crc = __builtin_ia32_crc32qi((uint32_t)crc, *at);
    return ~(uint32_t)crc;
#else
    (void)at, (void)size;
    return 0; /* nobody calls it: see crc32c_is_fast */
#endif
}
