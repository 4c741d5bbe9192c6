import { type ColumnHead, type Draft, lineCells, textTable } from '../cells';
import { BINDINGS, DISCO, nativeCase, nativeOperation } from './board';

/** The list of cases beyond 10 %: language, suite/case, its ns, those of C, their delta. */
const BEYOND = `
CPP  | native_zephyr/native_mutex_contention_2t         | 58312 | 2948   | +1878.0%
CPP  | sync/mutex_contention_2t                         | 45976 | 3005   | +1430.0%
ZIG  | sync/mutex_contention_2t                         | 45360 | 3005   | +1409.5%
CPP  | native_zephyr/native_stream_send_recv_64B        | 23294 | 12771  | +82.4%
CPP  | stream/send_recv_64B                             | 24787 | 14277  | +73.6%
RUST | stream/throughput                                | 40932 | 24278  | +68.6%
RUST | native_zephyr/native_thread_create_destroy       | 77849 | 190271 | -59.1%
CPP  | native_zephyr/native_thread_create_destroy       | 84431 | 190271 | -55.6%
ZIG  | native_zephyr/native_thread_create_destroy       | 89780 | 190271 | -52.8%
CPP  | stream/throughput                                | 33542 | 24278  | +38.2%
CPP  | native_zephyr/native_queue_send_receive          | 5551  | 4214   | +31.7%
CPP  | native_zephyr/native_sem_take_give               | 1457  | 2054   | -29.1%
RUST | thread/get_self                                  | 1070  | 855    | +25.1%
RUST | queue/throughput_2t                              | 4007  | 3288   | +21.9%
ZIG  | native_zephyr/native_sem_take_give               | 1619  | 2054   | -21.2%
RUST | stream/send_recv_64B                             | 16981 | 14277  | +18.9%
RUST | native_zephyr/native_sem_take_give               | 1665  | 2054   | -18.9%
CPP  | native_zephyr/native_queue_create_destroy        | 944   | 1156   | -18.3%
RUST | native_zephyr/native_stream_send_recv_64B        | 10515 | 12771  | -17.7%
RUST | native_zephyr/native_queue_send_receive          | 4948  | 4214   | +17.4%
CPP  | queue/send_receive                               | 5329  | 4542   | +17.3%
RUST | queue/send_receive                               | 5283  | 4542   | +16.3%
CPP  | sync/sem_take_give                               | 1938  | 2313   | -16.2%
ZIG  | native_zephyr/native_sem_create_destroy          | 809   | 702    | +15.2%
RUST | sync/recursive_mutex_lock_unlock                 | 3380  | 2985   | +13.2%
ZIG  | thread/get_self                                  | 957   | 855    | +11.9%
RUST | sync/mutex_contention_2t                         | 3358  | 3005   | +11.7%
CPP  | native_zephyr/native_recursive_mutex_lock_unlock | 2647  | 2973   | -11.0%
CPP  | native_zephyr/native_mutex_lock_unlock           | 2628  | 2933   | -10.4%
RUST | sync/sem_take_give                               | 2078  | 2313   | -10.2%
RUST | sync/mutex_lock_unlock                           | 3167  | 2878   | +10.0%
`;

const HEADS: readonly ColumnHead[] = BINDINGS.flatMap(({ id, language }): ColumnHead[] => [
  { id, unit: 'ns', system: DISCO, language },
  { id: `${id}-baseline`, unit: 'ns', system: DISCO, language: 'C' },
  { id: `${id}-delta`, unit: '%', system: DISCO, language, derived: true },
]);

/** The document's list of the cases that differ from C by more than its noise. */
export const beyond: Draft = {
  table: { id: 'beyond-10', name: 'Cases with |delta| > 10.0 % against C', section: 'Zephyr' },
  heads: HEADS,
  cells: textTable(BEYOND).flatMap(([printed, name = '', ...figures]) => {
    const at = BINDINGS.findIndex((binding) => binding.printed === printed);
    const op = name.startsWith(nativeCase('')) ? nativeOperation(name) : name;
    return lineCells(HEADS.slice(3 * at, 3 * at + 3), { name, op }, figures);
  }),
};
