const mib = 1_048_576

/**
 * The resources that one document may use. The first four limits are documented for callers; the rest bound what a
 * hostile file can take from the service. A normal CV uses about a tenth of each.
 */
export type DocumentLimits = {
  fileBytesMax: number
  pagesMax: number
  inflatedBytesMax: number
  charactersMax: number
  /** Inflated size of the page descriptions, which pdf.js interprets operator by operator, at a few MiB per second. */
  drawingBytesMax: number
  zipEntriesMax: number
  xmlDepthMax: number
  /** Memory above that of the idle reading process. */
  memoryBytesMax: number
  /** CPU time on the machine on which the limits were chosen; a slower machine gets up to four times as much. */
  cpuMsBase: number
  cpuMsPerPage: number
  /** Limit of wall-clock time, for a process that hangs or gets no CPU time. */
  wallMsMax: number
}

export const documentLimits: DocumentLimits = {
  fileBytesMax: 10 * mib,
  pagesMax: 50,
  inflatedBytesMax: 50 * mib,
  charactersMax: 200_000,
  drawingBytesMax: 8 * mib,
  zipEntriesMax: 500,
  xmlDepthMax: 200,
  memoryBytesMax: 80 * mib,
  cpuMsBase: 600,
  cpuMsPerPage: 100,
  wallMsMax: 20_000,
}
