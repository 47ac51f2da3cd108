// Finds the streams of a PDF in its bytes, without the cross-reference table. A file may lie about the position of its
// objects, but every stream that a reader can reach is in the bytes, with its dictionary in plain text: streams cannot
// be inside compressed objects, and encryption leaves names and numbers alone.

export type PdfStream = {
  /** Offsets of the dictionary, including `<<` and `>>`. */
  dictionaryStart: number
  dictionaryEnd: number
  dictionary: string
  dataStart: number
  dataEnd: number
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
/** The dictionary of a stream has a few hundred bytes; that of a font or an image may contain a table. */
const dictionaryBytesMax = 65_536

export function* scanStreams(bytes: Buffer): Generator<PdfStream> {
  let from = 0
  for (;;) {
    const keyword = bytes.indexOf('stream', from)
    if (keyword < 0) return
    from = keyword + 6
    const dataStart = dataAfter(bytes, from)
    // No dictionary ends before `endstream`, and the search for one would read all objects before it.
    if (bytes.toString('latin1', Math.max(0, keyword - 3), keyword) === 'end') continue
    const dictionaryStart = dataStart === undefined ? undefined : dictionaryBefore(bytes, keyword)
    if (dataStart === undefined || dictionaryStart === undefined) continue
    const dictionaryEnd = bytes.lastIndexOf('>>', keyword) + 2
    const dictionary = bytes.toString('latin1', dictionaryStart, dictionaryEnd)
    const dataEnd = endOfData(bytes, dataStart, dictionary)
    yield { dictionaryStart, dictionaryEnd, dictionary, dataStart, dataEnd }
    from = dataEnd
  }
}

/** The keyword is followed by a line end; otherwise it is part of `endstream` or a word in a text. */
function dataAfter(bytes: Buffer, at: number): number | undefined {
  if (bytes[at] === lineFeed) return at + 1
  if (bytes[at] !== carriageReturn) return undefined
  return bytes[at + 1] === lineFeed ? at + 2 : at + 1
}

/**
 * Finds the dictionary that ends right before the keyword. It starts after the nearest preceding `obj` from which a
 * single dictionary extends to the keyword; reading forwards ignores brackets inside strings.
 */
function dictionaryBefore(bytes: Buffer, keyword: number): number | undefined {
  const from = Math.max(0, keyword - dictionaryBytesMax)
  const text = bytes.toString('latin1', from, keyword)
  for (let at = text.lastIndexOf('obj'); at >= 0; at = text.lastIndexOf('obj', at - 1)) {
    const start = text.indexOf('<<', at)
    if (start >= 0 && endOfDictionary(text, start) === text.trimEnd().length) return from + start
    if (at === 0) return undefined
  }
  return undefined
}

const token = /\((?:[^()\\]|\\[^]|\((?:[^()\\]|\\[^])*\))*\)|%[^\r\n]*|<<|>>/g

function endOfDictionary(text: string, start: number): number | undefined {
  let depth = 0
  token.lastIndex = start
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '<<') depth += 1
    if (match[0] === '>>') depth -= 1
    if (depth === 0) return match.index + 2
  }
  return undefined
}

function endOfData(bytes: Buffer, dataStart: number, dictionary: string): number {
  const declared = /\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(dictionary)?.[1]
  const length = declared === undefined ? NaN : Number(declared)
  const isRight = bytes.toString('latin1', dataStart + length, dataStart + length + 12).includes('endstream')
  if (isRight) return dataStart + length
  const found = bytes.indexOf('endstream', dataStart)
  return found < 0 ? bytes.length : found
}
