/* What every engine has to do that plays documented matches: the words and the shuffle, nothing else.
 *
 * The words of docs/reference/randomness.md of an ordinary deal of four players and seven cards: 15
 * for the shuffle and 28 to choose, in whole blocks of four, and the first 29 cards of the pack.
 * LANES matches go in step, one figure a lane, in instructions of AVX-512 or AVX2: the words of four
 * blocks together, which a processor works at side by side, the exchanges for four places.
 */
#include <stdint.h>
#include <immintrin.h>

#define EXPORT __attribute__((visibility("default")))
#define LANES 128
#define PACK 52
#define CARDS 29
#define PLACES 32                                                    /* CARDS in groups of four */
#define SHUFFLE_BLOCKS 4
#define CHOICE_BLOCKS 7

typedef struct {
    uint32_t shuffle[4 * SHUFFLE_BLOCKS][LANES], choice[4 * CHOICE_BLOCKS][LANES];
    uint8_t wanted[PLACES][LANES], moved[PLACES][LANES], cards[PLACES][LANES];
} room_t;

static void draw_two(room_t *r, int place)
{
    uint32_t left = (uint32_t)(PACK - place);
    for (int lane = 0; lane < LANES; lane++) {
        uint64_t product = (uint64_t)r->shuffle[place / 2][lane] * left;
        uint64_t again = (uint64_t)(uint32_t)product * (left - 1);
        r->wanted[place][lane] = (uint8_t)(place + (product >> 32));
        r->wanted[place + 1][lane] = (uint8_t)(place + 1 + (again >> 32));
    }
}

#if defined(__AVX512BW__) || defined(__AVX2__)
#if defined(__AVX512BW__)
typedef __m512i bytes_t;
#define TIMES(a, b) _mm512_mul_epu32(a, b)
#define UPPER(a) _mm512_srli_epi64(a, 32)
#define XOR(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x96)
#define WIDE(x) _mm512_set1_epi64((long long)(x))
#define PLUS_LANES(x) _mm512_add_epi64(WIDE(x), _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0))
#define STORE_WORDS(at, x) _mm256_storeu_si256((__m256i *)(at), _mm512_cvtepi64_epi32(x))
#define LOAD(at) _mm512_loadu_si512(at)
#define STORE(at, x) _mm512_storeu_si512(at, x)
#define EACH(x) _mm512_set1_epi8((char)(x))
#define NOW(other, here, place, card) _mm512_mask_mov_epi8(card, _mm512_cmpeq_epi8_mask(other, place), here)
#else
typedef __m256i bytes_t;
#define TIMES(a, b) _mm256_mul_epu32(a, b)
#define UPPER(a) _mm256_srli_epi64(a, 32)
#define XOR(a, b, c) _mm256_xor_si256(_mm256_xor_si256(a, b), c)
#define WIDE(x) _mm256_set1_epi64x((long long)(x))
#define PLUS_LANES(x) _mm256_add_epi64(WIDE(x), _mm256_set_epi64x(3, 2, 1, 0))
#define STORE_WORDS(at, x) _mm_storeu_si128((__m128i *)(at), _mm256_castsi256_si128( \
    _mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6))))
#define LOAD(at) _mm256_loadu_si256((const __m256i *)(at))
#define STORE(at, x) _mm256_storeu_si256((__m256i *)(at), x)
#define EACH(x) _mm256_set1_epi8((char)(x))
#define NOW(other, here, place, card) _mm256_blendv_epi8(card, here, _mm256_cmpeq_epi8(other, place))
#endif
/* NOW: what lies at a place once a card was moved to another. */

/* The words of so many blocks, at most four. */
static inline __attribute__((always_inline)) void draw_blocks(
    uint32_t (*words)[LANES], int blocks, uint32_t match, uint32_t deal, uint32_t purpose,
    uint32_t block, uint32_t low, uint32_t high)
{
    bytes_t m = WIDE(0xD2511F53u), n = WIDE(0xCD9E8D57u);
    for (int lane = 0; lane < LANES; lane += (int)sizeof(bytes_t) / 8) {
        bytes_t a[4], b[4], c[4], d[4];
#pragma GCC unroll 4
        for (int i = 0; i < blocks; i++) {
            a[i] = PLUS_LANES(match + (uint32_t)lane); b[i] = WIDE(deal);
            c[i] = WIDE(purpose); d[i] = WIDE(block + (uint32_t)i);
        }
        uint32_t k0 = low, k1 = high;
#pragma GCC unroll 10
        for (int round = 0; round < 10; round++) {
            bytes_t first = WIDE(k0), second = WIDE(k1);
#pragma GCC unroll 4
            for (int i = 0; i < blocks; i++) {
                bytes_t p = TIMES(a[i], m), q = TIMES(c[i], n);
                a[i] = XOR(UPPER(q), b[i], first); b[i] = q;
                c[i] = XOR(UPPER(p), d[i], second); d[i] = p;
            }
            k0 += 0x9E3779B9u; k1 += 0xBB67AE85u;
        }
#pragma GCC unroll 4
        for (int i = 0; i < blocks; i++) {
            STORE_WORDS(&words[4 * i][lane], a[i]); STORE_WORDS(&words[4 * i + 1][lane], b[i]);
            STORE_WORDS(&words[4 * i + 2][lane], c[i]); STORE_WORDS(&words[4 * i + 3][lane], d[i]);
        }
    }
}

/* Four places after the exchanges of all places before them, then among themselves. */
static void exchange_four(room_t *r, int place)
{
    bytes_t p0 = EACH(place), p1 = EACH(place + 1), p2 = EACH(place + 2), p3 = EACH(place + 3);
    for (int lane = 0; lane < LANES; lane += (int)sizeof(bytes_t)) {
        bytes_t k0 = LOAD(&r->wanted[place][lane]), k1 = LOAD(&r->wanted[place + 1][lane]);
        bytes_t k2 = LOAD(&r->wanted[place + 2][lane]), k3 = LOAD(&r->wanted[place + 3][lane]);
        bytes_t c0 = k0, c1 = k1, c2 = k2, c3 = k3, o0 = p0, o1 = p1, o2 = p2, o3 = p3;
        for (int step = 0; step < place; step++) {
            bytes_t other = LOAD(&r->wanted[step][lane]), here = LOAD(&r->moved[step][lane]);
            c0 = NOW(other, here, k0, c0); o0 = NOW(other, here, p0, o0);
            c1 = NOW(other, here, k1, c1); o1 = NOW(other, here, p1, o1);
            c2 = NOW(other, here, k2, c2); o2 = NOW(other, here, p2, o2);
            c3 = NOW(other, here, k3, c3); o3 = NOW(other, here, p3, o3);
        }
        c1 = NOW(k0, o0, k1, c1); o1 = NOW(k0, o0, p1, o1);
        c2 = NOW(k0, o0, k2, c2); o2 = NOW(k0, o0, p2, o2);
        c3 = NOW(k0, o0, k3, c3); o3 = NOW(k0, o0, p3, o3);
        c2 = NOW(k1, o1, k2, c2); o2 = NOW(k1, o1, p2, o2);
        c3 = NOW(k1, o1, k3, c3); o3 = NOW(k1, o1, p3, o3);
        c3 = NOW(k2, o2, k3, c3); o3 = NOW(k2, o2, p3, o3);
        STORE(&r->cards[place][lane], c0); STORE(&r->cards[place + 1][lane], c1);
        STORE(&r->cards[place + 2][lane], c2); STORE(&r->cards[place + 3][lane], c3);
        STORE(&r->moved[place][lane], o0); STORE(&r->moved[place + 1][lane], o1);
        STORE(&r->moved[place + 2][lane], o2); STORE(&r->moved[place + 3][lane], o3);
    }
}

/* The cards of the first matches of a seed, [match][place]: to be compared. */
EXPORT void first_cards(uint64_t seed, uint8_t *cards)
{
    static room_t r;
    draw_blocks(r.shuffle, SHUFFLE_BLOCKS, 0, 1, 0, 0, (uint32_t)seed, (uint32_t)(seed >> 32));
    for (int place = 0; place < CARDS; place += 4) {
        draw_two(&r, place); draw_two(&r, place + 2);
        exchange_four(&r, place);
    }
    for (int lane = 0; lane < LANES; lane++)
        for (int place = 0; place < CARDS; place++) cards[lane * CARDS + place] = r.cards[place][lane];
}

/* So many groups of LANES deals; a sum of what was drawn, so that nothing is left out. */
EXPORT uint64_t words_and_shuffle(uint64_t seed, long groups)
{
    static __thread room_t r;
    uint64_t sum = 0;
    for (long group = 0; group < groups; group++) {
        uint32_t match = (uint32_t)(group * LANES), low = (uint32_t)seed, high = (uint32_t)(seed >> 32);
        draw_blocks(r.shuffle, SHUFFLE_BLOCKS, match, 1, 0, 0, low, high);
        for (int place = 0; place < CARDS; place += 4) {
            draw_two(&r, place); draw_two(&r, place + 2);
            exchange_four(&r, place);
        }
        draw_blocks(r.choice, 4, match, 1, 1, 0, low, high);
        draw_blocks(&r.choice[16], CHOICE_BLOCKS - 4, match, 1, 1, 4, low, high);
        sum += r.choice[27][group % LANES] + r.cards[28][group % LANES];
    }
    return sum;
}
#endif
