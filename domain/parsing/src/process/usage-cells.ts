/** Cells that the reading thread and its watcher share: 1 while a document is being read; how much CPU it may use. */
export const isReadingCell = 0
export const cpuMsMaxCell = 1
export const cellCount = 2

export type WatchOrder = { cells: Int32Array<SharedArrayBuffer>; memoryBytesMax: number }
