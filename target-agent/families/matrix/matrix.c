/**
 * Matrices of short integers, as the paper on the TWR-K70F120M board measures them (section 3.3.1,
 * table 2): addition and multiplication by 2 to 32 threads of one priority, for sizes of 512 to 8,192.
 * The paper leaves the shapes open. Here the size is the number of elements of each of the two
 * matrices, a power of two; they are as close to square as that allows, 512 = 16 x 32 and 1,024 =
 * 32 x 32. A product multiplies rows x columns by columns x rows, which yields rows x rows. Each
 * thread has its own matrices; with `total=1` all work on one pair and divide the result.
 *
 * Each element of a sum is checked. A product is checked by other means than a multiplication of
 * matrices: (A B) v = A (B v) for a vector v of odd numbers, so that one wrong element shows.
 */
#include "../common/workers.h"
#include "../common/workers_prepare.h"

#define LARGEST 8192u
/* No sum or product has this value. */
#define UNTOUCHED INT16_MAX

/** Rows and columns of the first matrix; for a product, the second has them swapped. */
typedef struct {
    uint32_t rows;
    uint32_t columns;
} shape;

typedef struct {
    const int16_t *a;
    const int16_t *b;
    int16_t *result;
} matrices;

static shape choose_shape(uint32_t size)
{
    uint32_t rows = 1;
    while (4u * rows * rows <= size) rows *= 2u;
    return (shape){rows, size / rows};
}

CYCLESCOPE_INLINE matrices find_matrices(void *data, uint32_t size)
{
    int16_t *a = data;
    return (matrices){a, a + size, a + 2u * size};
}

CYCLESCOPE_INLINE uint32_t next_stop(const worker *own)
{
    return own->due < own->elements ? own->due : own->elements;
}

static void addition(worker *own)
{
    const matrices of = find_matrices(own->data, s_work.params[SIZE]);
    const int16_t *a = of.a + own->first;
    const int16_t *b = of.b + own->first;
    int16_t *sum = of.result + own->first;
    for (uint32_t done = 0; done < own->elements; worker_has_done(own, done)) {
        for (const uint32_t stop = next_stop(own); done < stop; ++done) {
            sum[done] = (int16_t)(a[done] + b[done]);
        }
    }
}

CYCLESCOPE_INLINE int16_t product(const int16_t *row, const int16_t *column, shape is)
{
    int32_t sum = 0;
    for (uint32_t i = 0; i < is.columns; ++i) sum += row[i] * column[i * is.rows];
    return (int16_t)sum;
}

static void multiplication(worker *own)
{
    const shape is = choose_shape(s_work.params[SIZE]);
    const matrices of = find_matrices(own->data, s_work.params[SIZE]);
    for (uint32_t done = 0; done < own->elements; worker_has_done(own, done)) {
        for (const uint32_t stop = next_stop(own); done < stop; ++done) {
            const uint32_t row = (own->first + done) / is.rows;
            const uint32_t column = (own->first + done) % is.rows;
            of.result[own->first + done] = product(&of.a[row * is.columns], &of.b[column], is);
        }
    }
}

/** The matrices are followed by two vectors for the check. */
static uint32_t count_bytes(uint32_t size)
{
    const shape is = choose_shape(size);
    return 3u * size * (uint32_t)sizeof(int16_t) +
           (is.rows + is.columns) * (uint32_t)sizeof(uint32_t);
}
static uint32_t count_sums(uint32_t size) { return size; }
static uint32_t count_products(uint32_t size)
{
    return choose_shape(size).rows * choose_shape(size).rows;
}

static uint64_t steps_of_sums(uint32_t size, uint32_t elements)
{
    (void)size;
    return elements;
}

static uint64_t steps_of_products(uint32_t size, uint32_t elements)
{
    return (uint64_t)elements * choose_shape(size).columns;
}

/** Fills in numbers small enough that no sum of products overflows a short integer. */
static void renew(void *data, uint32_t set, uint32_t size)
{
    int16_t *at = data;
    for (uint32_t i = 0; i < 2u * size; ++i) at[i] = (int16_t)(worker_random(set, i) % 16u) - 8;
    for (uint32_t i = 2u * size; i < 3u * size; ++i) at[i] = UNTOUCHED;
}

static const char *check_sum(const worker *own, uint32_t size)
{
    const matrices of = find_matrices(own->data, size);
    for (uint32_t i = own->first; i < own->first + own->elements; ++i) {
        if (of.result[i] - of.b[i] != of.a[i]) return "an element of the sum is wrong";
    }
    return NULL;
}

/** Returns an element of the check's vector. */
static uint32_t odd(uint32_t index) { return worker_random(UNTOUCHED, index) | 1u; }

/** Multiplies a row of a matrix by a vector, modulo 2^32. */
static uint32_t times(const int16_t *row, uint32_t columns, const uint32_t *vector)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < columns; ++i) sum += (uint32_t)row[i] * vector[i];
    return sum;
}

/** Checks the whole result; where several workers share one, the first checks it for all. */
static const char *check_product(const worker *own, uint32_t size)
{
    if (own->first) return NULL;
    const shape is = choose_shape(size);
    const matrices of = find_matrices(own->data, size);
    uint32_t *vector = (uint32_t *)(void *)(of.result + size);
    uint32_t *transformed = vector + is.rows;
    for (uint32_t i = 0; i < is.rows; ++i) vector[i] = odd(i);
    for (uint32_t i = 0; i < is.columns; ++i) {
        transformed[i] = times(&of.b[i * is.rows], is.rows, vector);
    }
    for (uint32_t row = 0; row < is.rows; ++row) {
        const uint32_t found = times(&of.result[row * is.rows], is.rows, vector);
        if (found != times(&of.a[row * is.columns], is.columns, transformed)) {
            return "the product is not that of the matrices";
        }
    }
    return NULL;
}

static void addition_entry(void *own) { worker_lives(own, addition); }
static void multiplication_entry(void *own) { worker_lives(own, multiplication); }

static const worker_kind s_addition = {addition_entry, addition, count_bytes, count_sums,
                                       steps_of_sums,  renew,    check_sum};
static const worker_kind s_multiplication = {multiplication_entry, multiplication,    count_bytes,
                                             count_products,       steps_of_products, renew,
                                             check_product};

static const char *prepare(cyclescope_run *run, const worker_kind *kind, worker_metric metric)
{
    const uint32_t size = run->params[SIZE];
    if (size & (size - 1u)) return "matrix size must be a power of two";
    return prepare_workers(run, kind, metric);
}

static const char *addition_for_execution(cyclescope_run *run)
{
    return prepare(run, &s_addition, EXECUTION);
}
static const char *addition_for_waiting(cyclescope_run *run)
{
    return prepare(run, &s_addition, WAITING);
}
static const char *addition_for_response(cyclescope_run *run)
{
    return prepare(run, &s_addition, RESPONSE);
}
static const char *multiplication_for_execution(cyclescope_run *run)
{
    return prepare(run, &s_multiplication, EXECUTION);
}
static const char *multiplication_for_waiting(cyclescope_run *run)
{
    return prepare(run, &s_multiplication, WAITING);
}
static const char *multiplication_for_response(cyclescope_run *run)
{
    return prepare(run, &s_multiplication, RESPONSE);
}

#define ABOUT_PARAMS ABOUT_WORKER_PARAMS("elements of each of two matrices, a power of two")

#define MATRIX_OPTIONS                                                                       \
    .iterations = WORKER_ITERATIONS, .max = MOST_WORKERS, .event_bytes = WORKER_EVENT_BYTES, \
    .sample = sample_workers, .end = dismiss_workers, WORKER_PARAMS(512, 512, LARGEST)

CYCLESCOPE_BENCH_CUSTOM(addition,
                        .about =
                            "addition of matrices of shorts, such as 16 x 32, by several threads: "
                            "begin to end" ABOUT_PARAMS,
                        .begin = addition_for_execution, MATRIX_OPTIONS);
CYCLESCOPE_BENCH_CUSTOM(addition_waiting,
                        .about =
                            "addition of matrices by several threads: the time in which a thread "
                            "had given way" ABOUT_PARAMS,
                        .begin = addition_for_waiting, .empty_sample = no_waiting, .sums = true,
                        MATRIX_OPTIONS);
CYCLESCOPE_BENCH_CUSTOM(addition_response,
                        .about =
                            "addition of matrices by several threads: from the arrival of all to a "
                            "thread's begin" ABOUT_PARAMS,
                        .begin = addition_for_response, MATRIX_OPTIONS);

CYCLESCOPE_BENCH_CUSTOM(multiplication,
                        .about =
                            "multiplication of shorts, such as 16 x 32 by 32 x 16, by several "
                            "threads: begin to end" ABOUT_PARAMS,
                        .begin = multiplication_for_execution, MATRIX_OPTIONS);
CYCLESCOPE_BENCH_CUSTOM(multiplication_waiting,
                        .about =
                            "multiplication by several threads: the time in which a thread had "
                            "given way" ABOUT_PARAMS,
                        .begin = multiplication_for_waiting, .empty_sample = no_waiting,
                        .sums = true, MATRIX_OPTIONS);
CYCLESCOPE_BENCH_CUSTOM(multiplication_response,
                        .about =
                            "multiplication by several threads: from the arrival of all to a "
                            "thread's begin" ABOUT_PARAMS,
                        .begin = multiplication_for_response, MATRIX_OPTIONS);
