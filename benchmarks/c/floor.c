/* What every engine has to do that plays documented matches: the words and the shuffle, nothing else.
 *
 * The words of docs/reference/randomness.md of an ordinary deal of four players and seven cards: 15
 * for the shuffle and 28 to choose, in whole blocks of four, and the first 29 cards of the pack.
 * LANES matches go in step, one figure a lane; the words in plain loops that a compiler turns into
 * vector instructions, the exchanges in those of AVX-512 or AVX2.
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

static void draw_block(uint32_t words[4][LANES], uint32_t match, uint32_t deal, uint32_t purpose,
                       uint32_t block, uint32_t low, uint32_t high)
{
    for (int lane = 0; lane < LANES; lane++) {
        uint64_t a = (uint32_t)(match + lane), b = deal, c = purpose, d = block;
        uint32_t k0 = low, k1 = high;
#pragma GCC unroll 10
        for (int round = 0; round < 10; round++) {
            uint64_t p = 0xD2511F53ull * (uint32_t)a, q = 0xCD9E8D57ull * (uint32_t)c;
            a = (q >> 32) ^ b ^ k0; b = q;
            c = (p >> 32) ^ d ^ k1; d = p;
            k0 += 0x9E3779B9u; k1 += 0xBB67AE85u;
        }
        words[0][lane] = (uint32_t)a; words[1][lane] = (uint32_t)b;
        words[2][lane] = (uint32_t)c; words[3][lane] = (uint32_t)d;
    }
}

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
#define LOAD(at) _mm512_loadu_si512(at)
#define STORE(at, x) _mm512_storeu_si512(at, x)
#define EACH(x) _mm512_set1_epi8((char)(x))
#define NOW(other, here, place, card) _mm512_mask_mov_epi8(card, _mm512_cmpeq_epi8_mask(other, place), here)
#else
typedef __m256i bytes_t;
#define LOAD(at) _mm256_loadu_si256((const __m256i *)(at))
#define STORE(at, x) _mm256_storeu_si256((__m256i *)(at), x)
#define EACH(x) _mm256_set1_epi8((char)(x))
#define NOW(other, here, place, card) _mm256_blendv_epi8(card, here, _mm256_cmpeq_epi8(other, place))
#endif
/* NOW: what lies at a place once a card was moved to another. */

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
    for (int block = 0; block < SHUFFLE_BLOCKS; block++)
        draw_block(&r.shuffle[4 * block], 0, 1, 0, (uint32_t)block, (uint32_t)seed, (uint32_t)(seed >> 32));
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
        for (int block = 0; block < SHUFFLE_BLOCKS; block++)
            draw_block(&r.shuffle[4 * block], match, 1, 0, (uint32_t)block, low, high);
        for (int place = 0; place < CARDS; place += 4) {
            draw_two(&r, place); draw_two(&r, place + 2);
            exchange_four(&r, place);
        }
        for (int block = 0; block < CHOICE_BLOCKS; block++)
            draw_block(&r.choice[4 * block], match, 1, 1, (uint32_t)block, low, high);
        sum += r.choice[27][group % LANES] + r.cards[28][group % LANES];
    }
    return sum;
}
#endif
