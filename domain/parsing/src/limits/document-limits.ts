const mib = 1_048_576

/**
 * What one document may cost. The first four are promised to callers; the rest bound what a hostile file can take
 * from the service: a normal CV uses about a tenth of each.
 */
export type DocumentLimits = {
  fileBytesMax: number
  pagesMax: number
  inflatedBytesMax: number
  charactersMax: number
  /** Page descriptions, inflated: what pdf.js interprets operator by operator, at a few MiB per second. */
  drawingBytesMax: number
  zipEntriesMax: number
  xmlDepthMax: number
  /** Above what the reading process holds when it is idle. */
  memoryBytesMax: number
  /** On a machine as fast as the one on which they were chosen; a slower one gets more, up to four times. */
  cpuMsBase: number
  cpuMsPerPage: number
  /** Time on the wall, for a process that is starved or waits for ever. */
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
