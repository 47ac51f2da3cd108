// Reads a sample before the first document. Cold code takes two to four times as much CPU as warm code, so without a
// warm-up the first honest CV of a process could exhaust its CPU limit. The time that the sample takes also measures
// how fast this machine currently is, compared with the one on which the limits were chosen.
import { deflateSync } from 'node:zlib'

/** CPU time of the sample in a new process on the machine on which the CPU limits were chosen. */
const sampleCpuMs = 150
const slownessMax = 4

/** Returns how many times slower this machine is than the one on which the CPU limits were chosen: between 1 and 4. */
export async function warmUp(
  readSample: (sample: Buffer) => Promise<unknown>,
  cpuUsage: (since?: NodeJS.CpuUsage) => NodeJS.CpuUsage,
): Promise<number> {
  const before = cpuUsage()
  await readSample(composeSample())
  const { user, system } = cpuUsage(before)
  return Math.min(slownessMax, Math.max(1, (user + system) / 1_000 / sampleCpuMs))
}

const pageCount = 3
const linesPerPage = 40

/** Composes a PDF of three pages of text. */
export function composeSample(): Buffer {
  const pages = Array.from({ length: pageCount }, (_, index) => 4 + 2 * index)
  const kids = pages.map((number) => `${number} 0 R`).join(' ')
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pageCount} >>`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
    ...pages.flatMap((number) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number + 1} 0 R ` +
          '/Resources << /Font << /F1 3 0 R >> >> >>',
      ),
      composeContents(),
    ]),
  ]
  return composeFile(objects)
}

function composeContents(): Buffer {
  const lines = Array.from(
    { length: linesPerPage },
    (_, line) => `BT /F1 11 Tf 72 ${780 - 18 * line} Td (Experience ${line}: engineer, 2019 - 2024) Tj ET`,
  )
  const packed = deflateSync(Buffer.from(lines.join('\n')))
  const dictionary = `<< /Length ${packed.length} /Filter /FlateDecode >>`
  return Buffer.concat([Buffer.from(`${dictionary}\nstream\n`), packed, Buffer.from('\nendstream')])
}

function composeFile(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    offsets.push(length)
    parts.push(part)
    length += part.length
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}`
  const trailer = `trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(table + trailer)])
}
