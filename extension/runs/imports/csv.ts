/** A field between commas, quoted or plain; what follows it ends the field or the record. */
const FIELD = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** Reads records of comma-separated values, as far as they are valid. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let fields: string[] = [];
  let at = 0;
  while (at < text.length) {
    FIELD.lastIndex = at;
    const [whole, quoted, plain = '', end] = FIELD.exec(text) ?? [];
    if (whole === undefined) break;
    fields.push(quoted?.replaceAll('""', '"') ?? plain);
    at += whole.length;
    if (end === ',' && at < text.length) continue;
    records.push(fields);
    fields = [];
  }
  return records;
}
