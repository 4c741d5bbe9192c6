import { board } from './board';
import type { AddressKind, BoardServer, TargetKind } from './kind';
import { labgrid } from './labgrid';
import { local } from './local';
import { qemu } from './qemu';
import { qemuLinux } from './qemu-linux';
import { serial } from './serial';
import { ssh } from './ssh';

/** Every kind of target, in the order in which targets are listed. */
export const kinds: readonly TargetKind[] = [qemu, qemuLinux, local, ssh, board, serial, labgrid];

/** Every kind of address that is a target's id. */
export const addressKinds: readonly AddressKind[] = kinds.flatMap(({ address }) => address ?? []);

/** Every kind of address that a board in the setting may have instead of a server. */
export const boardAddresses: readonly AddressKind[] = kinds.flatMap(({ address, reach }) =>
  address && reach ? address : [],
);

/** Everything that a board in the setting may name as its server. */
export const boardServers: readonly BoardServer[] = kinds.flatMap(({ servers = [] }) => servers);
