// Lines of CSV as RFC 4180 defines them. Spreadsheets run a cell that begins like a formula, and our texts come from
// callers of the API: such a text is prefixed with an apostrophe. Numbers are not, so that they stay numbers.

/** A column is a text, or a value that we format: a number, an amount, a time or an id. */
export type Column<Row> = { name: string } & (
  | { text(row: Row): string | null }
  | { exact(row: Row): string | number | bigint | null }
)

export function toCsvHeader(columns: readonly Column<never>[]): string {
  return toLine(columns.map(({ name }) => name))
}

export function toCsvLine<Row>(columns: readonly Column<Row>[], row: Row): string {
  return toLine(
    columns.map((column) =>
      'text' in column ? disarm(column.text(row) ?? '') : String(column.exact(row) ?? ''),
    ),
  )
}

function toLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`
}

function disarm(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
}

/** In some countries spreadsheets separate cells by semicolons or tabs, so texts with these are quoted as well. */
function quote(cell: string): string {
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
