// A settler process's own record: one line before it requests something and one after it gets the outcome. A request
// without an outcome may or may not have happened.
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'

/**
 * - `sent`, `moving`: about to request a charge, or a transfer (with a signed amount)
 * - `settled`, `moved`: acknowledged as durable
 * - `known`: acknowledged as charged earlier
 * - `delivered`: the last byte of the answer was handed over, with the time
 * - `closed`: the call was closed earlier without a charge
 * - `rejected`: there is and will be no charge
 * - `refused`: the same for a reason that must not occur
 * - `over`: a rejected call is durably failed or refunded; until then only the process knows about it
 */
type Mark =
  | 'sent'
  | 'settled'
  | 'known'
  | 'delivered'
  | 'closed'
  | 'rejected'
  | 'refused'
  | 'over'
  | 'moving'
  | 'moved'

export type JournalLine = {
  mark: Mark
  /** Id of a call or business key of a transfer. */
  id: string
  /** Set for `sent` and `moving`: index of the company, and micro-credits. */
  company: number
  micros: bigint
  /** Set for `delivered`, in milliseconds since 1970. */
  atMs: number
}

export type JournalWriter = {
  write(mark: Mark, id: string, asked?: { company: number; micros: bigint }): void
  writeDelivered(id: string): void
}

/** Each line reaches the kernel before `write` returns, so it survives the death of the process. */
export function openJournal(path: string): JournalWriter {
  const file = openSync(path, 'a')
  return {
    write(mark, id, asked) {
      writeSync(file, asked ? `${mark} ${id} ${asked.company} ${asked.micros}\n` : `${mark} ${id}\n`)
    },
    writeDelivered(id) {
      writeSync(file, `delivered ${id} 0 0 ${Date.now()}\n`)
    },
  }
}

export type JournalReader = {
  /** Returns the lines since the last call. A line without its end was never finished and does not count. */
  readNew(): JournalLine[]
}

export function readJournal(path: string): JournalReader {
  let offset = 0
  return {
    readNew() {
      const bytes = readFrom(path, offset)
      const end = bytes.lastIndexOf(0x0a) + 1
      offset += end
      if (end === 0) return []
      return bytes
        .toString('latin1', 0, end - 1)
        .split('\n')
        .map(parseLine)
    },
  }
}

// Limits the memory used; a caller that needs all of a long journal calls until nothing is left.
const bytesMax = 8_388_608

function readFrom(path: string, offset: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.allocUnsafe(Math.min(bytesMax, fstatSync(file).size - offset))
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, offset))
  } finally {
    closeSync(file)
  }
}

function parseLine(line: string): JournalLine {
  const [mark, id = '', company = '0', micros = '0', atMs = '0'] = line.split(' ')
  return { mark: mark as Mark, id, company: Number(company), micros: BigInt(micros), atMs: Number(atMs) }
}
