import type { UsbDevice } from './probe';

/** The USB devices in what `ioreg -p IOUSB -l -w 0` prints on macOS. */
export function ioregDevices(text: string): readonly UsbDevice[] {
  return text.split(/^[\s|]*\+-o /m).flatMap((block): readonly UsbDevice[] => {
    const number = (name: string) => Number(valueIn(block, name));
    const [vendor, product] = [number('idVendor'), number('idProduct')];
    if (!(vendor > 0) || Number.isNaN(product)) return [];
    const serial = valueIn(block, 'USB Serial Number') ?? valueIn(block, 'kUSBSerialNumberString');
    const name = valueIn(block, 'USB Product Name') ?? valueIn(block, 'kUSBProductString');
    return [{ vendor, product, serial: serial ?? '', names: name === undefined ? [] : [name] }];
  });
}

function valueIn(block: string, name: string): string | undefined {
  return new RegExp(`"${name}" = (?:"([^"\\n]*)"|(\\d+))`).exec(block)?.slice(1).find(Boolean);
}
