// What a settler process has seen, written down by itself and by nobody else: a line before it asks for something and
// a line after it was told the outcome. What has no outcome is unknown, and may have happened or not.
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'

/**
 * - `sent`, `moving`: it is about to ask for a charge, or for a transfer (its amount is signed)
 * - `settled`, `moved`: it was told that this is durable
 * - `known`: it was told that the call had been charged before
 * - `delivered`: it handed the last byte of the answer over, with the time
 * - `closed`: it was told that the call had been closed before without a charge
 * - `rejected`: it was told that there is and will be no charge
 * - `refused`: the same for a reason that must not occur
 * - `over`: a rejected call is durable as failed, or was given back; until then only the process knows about it
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
  /** A call's id or a transfer's business key. */
  id: string
  /** Only with `sent` and `moving`: a number in the list of companies, and micro-credits. */
  company: number
  micros: bigint
  /** Only with `delivered`, in milliseconds since 1970. */
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
  /** The lines since the last time. A line whose end is missing was never finished and does not count. */
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

// Not more at a time than fits well into memory; whoever wants all of a long journal asks until nothing is left.
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
