// Streams the rows of a CSV or TSV file without holding the whole file. CSV fields may be quoted as in RFC 4180; the
// TSV files of O*NET use no quoting, so a quote in them is an ordinary character.
export type TableRow = ReadonlyMap<string, string>

/** The first row names the columns; the separator is tab if that row contains one, else comma. */
export async function* readTable(chunks: AsyncIterable<string>): AsyncGenerator<TableRow> {
  let header: readonly string[] | undefined
  for await (const fields of readRows(chunks)) {
    if (!header) header = fields.map((name) => name.replace(/^\ufeff/, '').trim())
    else if (fields.length > 1 || fields[0] !== '') yield toRow(header, fields)
  }
}

function toRow(header: readonly string[], fields: readonly string[]): TableRow {
  return new Map(header.map((name, index) => [name, fields[index] ?? '']))
}

/** A longer field means that the file is of another kind or has an unclosed quote. */
const fieldLengthMax = 1_000_000

async function* readRows(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  const splitter = new RowSplitter()
  for await (const chunk of chunks) yield* splitter.feed(chunk)
  yield* splitter.end()
}

class RowSplitter {
  #rest = ''
  #separator: string | undefined;

  *feed(chunk: string): Generator<string[]> {
    this.#rest += chunk
    if (this.#separator === undefined) {
      const end = this.#rest.indexOf('\n')
      if (end < 0) return
      this.#separator = this.#rest.slice(0, end).includes('\t') ? '\t' : ','
    }
    yield* this.#takeRows(false)
  }

  *end(): Generator<string[]> {
    this.#separator ??= this.#rest.includes('\t') ? '\t' : ','
    yield* this.#takeRows(true)
  }

  *#takeRows(isEnd: boolean): Generator<string[]> {
    let at = 0
    for (;;) {
      const row = this.#readRow(at, isEnd)
      if (!row) break
      yield row.fields
      at = row.end
    }
    this.#rest = this.#rest.slice(at)
    if (this.#rest.length > fieldLengthMax)
      throw new Error('a row does not end: check that the file is CSV or TSV and that its quotes are closed')
  }

  /** Returns undefined if the row is still incomplete. */
  #readRow(start: number, isEnd: boolean): { fields: string[]; end: number } | undefined {
    if (start >= this.#rest.length) return undefined
    const fields: string[] = []
    let at = start
    for (;;) {
      const field = this.#separator === ',' && this.#rest[at] === '"' ? this.#quoted(at) : this.#plain(at)
      const next = this.#rest[field.end]
      if (next === undefined && !isEnd) return undefined
      fields.push(field.text)
      if (next !== this.#separator) return { fields, end: field.end + 1 }
      at = field.end + 1
    }
  }

  #plain(at: number): { text: string; end: number } {
    let end = at
    while (end < this.#rest.length && this.#rest[end] !== this.#separator && this.#rest[end] !== '\n')
      end += 1
    return { text: this.#rest.slice(at, end).replace(/\r$/, ''), end }
  }

  /** A doubled quote is an escaped quote. */
  #quoted(at: number): { text: string; end: number } {
    let end = at + 1
    for (;;) {
      end = this.#rest.indexOf('"', end)
      if (end < 0) return { text: '', end: this.#rest.length }
      if (this.#rest[end + 1] !== '"') break
      end += 2
    }
    const text = this.#rest.slice(at + 1, end).replaceAll('""', '"')
    const after = end + 1 + (this.#rest[end + 1] === '\r' ? 1 : 0)
    return { text, end: after }
  }
}
