import type { UsbDevice } from './probe';

/** Prints each USB device that is present on Windows: its instance, a bar, its name. */
export const PNP_SCRIPT =
  "Get-PnpDevice -PresentOnly | Where-Object InstanceId -like 'USB\\VID_*' | " +
  "ForEach-Object { $_.InstanceId + '|' + $_.FriendlyName }";

const LINE = /^USB\\VID_([0-9A-F]{4})&PID_([0-9A-F]{4})(&MI_[0-9A-F]{2})?\\([^|]*)\|(.*)$/i;

/** The USB devices in what that script prints; interfaces only lend their names. */
export function pnpDevices(text: string): readonly UsbDevice[] {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const [, vendor = '', product = '', part, instance = '', name = ''] =
      LINE.exec(line.trim()) ?? [];
    return vendor === ''
      ? []
      : [{ id: `${vendor}:${product}`.toLowerCase(), part, instance, name }];
  });
  return lines.flatMap(({ id, part, instance, name }): readonly UsbDevice[] => {
    if (part !== undefined) return [];
    const parts = lines.filter((line) => line.id === id && line.part !== undefined);
    const [vendor = '', product = ''] = id.split(':');
    return [
      {
        vendor: Number.parseInt(vendor, 16),
        product: Number.parseInt(product, 16),
        // Windows makes up an instance with `&` for a device without a serial number.
        serial: instance.includes('&') ? '' : instance,
        names: [name, ...parts.map((line) => line.name)].filter((one) => one !== ''),
      },
    ];
  });
}
