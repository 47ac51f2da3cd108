// Undoes encodings that hide a sentence as a whole: bytes in base64 or as numbers, escapes, Morse code, ROT13, and words
// or lines from right to left.
import { foldText } from '../fold-text.ts'

const isReadable = /^[\p{L}\p{N}\p{P}\p{Z}\p{S}\n]+$/u
const words = /\p{L}{3,}/gu

/** Readings of what is recognisably encoded; empty for nearly every text. */
export function decodeText(text: string): string[] {
  return [...decodeBytes(text), ...decodeEscapes(text), ...decodeMorse(text), ...decodeTags(text)]
    .filter((found) => isReadable.test(found) && (found.match(words)?.length ?? 0) >= 2)
    .map(foldText)
}

const base64 = /[A-Za-z0-9+/]{20,}={0,2}/g
const hexadecimal = /(?:(?:0x|\\x)?[0-9a-f]{2}[ :,]{0,2}){12,}/gi
const binary = /(?:[01]{8}[ ,]{0,2}){8,}/g
/** Codes of characters from the space to the end of Latin-1. */
const decimal = /(?:(?:3[2-9]|[4-9]\d|1\d\d|2[0-4]\d|25[0-5])[ ,;-]{1,2}){11,}\d{2,3}/g

function decodeBytes(text: string): string[] {
  const found = (pattern: RegExp) => text.match(pattern) ?? []
  const toText = (codes: readonly string[] | null, radix: number) =>
    Buffer.from((codes ?? []).map((code) => Number.parseInt(code, radix))).toString()
  return [
    ...found(base64).map((run) => Buffer.from(run, 'base64').toString()),
    ...found(hexadecimal).map((run) => Buffer.from(run.replaceAll(/0x|\\x|[ :,]/gi, ''), 'hex').toString()),
    ...found(binary).map((run) => toText(run.match(/[01]{8}/g), 2)),
    ...found(decimal).map((run) => toText(run.match(/\d+/g), 10)),
  ]
}

const escape = /&#(?:x[0-9a-f]{2,5}|\d{2,6});?|\\u\{?[0-9a-f]{4,5}\}?|%[0-9a-f]{2}/gi
const escapesMin = 4

/** References of HTML, escapes of programming languages and of addresses. */
function decodeEscapes(text: string): string[] {
  if ((text.match(escape)?.length ?? 0) < escapesMin) return []
  return [
    text.replaceAll(escape, (found) => {
      const [digits = ''] = /[0-9a-f]{2,6}/i.exec(found) ?? []
      const code = Number.parseInt(digits, /^&#\d/.test(found) ? 10 : 16)
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' '
    }),
  ]
}

const morse = /^[.·•\-–−_/|\s]+$/u
const morseLetters = new Map(
  (
    '.-a -...b -.-.c -..d .e ..-.f --.g ....h ..i .---j -.-k .-..l --m -.n ---o .--.p --.-q .-.r ' +
    '...s -t ..-u ...-v .--w -..-x -.--y --..z'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, -1), pair.slice(-1)]),
)
const morseCharactersMin = 20

function decodeMorse(text: string): string[] {
  if (text.length < morseCharactersMin || !morse.test(text)) return []
  const plain = text.replaceAll(/[·•]/gu, '.').replaceAll(/[–−_]/gu, '-')
  return [
    plain
      .trim()
      .split(/\s*[/|]\s*|\s{2,}/)
      .map((word) =>
        word
          .split(/\s/)
          .map((sign) => morseLetters.get(sign) ?? '')
          .join(''),
      )
      .join(' '),
  ]
}

/** Invisible copies of ASCII, which models read. */
const tag = /[\u{e0020}-\u{e007e}]/gu

function decodeTags(text: string): string[] {
  const tags = text.match(tag) ?? []
  return tags.length === 0
    ? []
    : [tags.map((one) => String.fromCodePoint((one.codePointAt(0) ?? 0) - 0xe_00_00)).join('')]
}

/** Readings as ROT13, and with each word or the whole line from right to left. */
export function moveLetters(text: string): string[] {
  return [rotate(text), reverse(text), text.replaceAll(/\p{L}+/gu, reverse)].map(foldText)
}

function reverse(text: string): string {
  return Array.from(text).toReversed().join('')
}

function rotate(text: string): string {
  return text.replaceAll(/[a-z]+/gi, (run) => {
    let rotated = ''
    for (let at = 0; at < run.length; at += 1) {
      const code = run.charCodeAt(at)
      const first = code < 97 ? 65 : 97
      rotated += String.fromCharCode(((code - first + 13) % 26) + first)
    }
    return rotated
  })
}
