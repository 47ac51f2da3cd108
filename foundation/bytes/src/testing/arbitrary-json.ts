// Generates JSON as found in the wild: any white space, any escape, numbers that no double can represent, duplicate
// keys.
import fc from 'fast-check'

const gap = fc
  .array(fc.constantFrom(' ', '\t', '\n', '\r'), { maxLength: 3 })
  .map((characters) => characters.join(''))

// Weighted towards no white space, so that most texts look machine-written.
const space = fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: gap })

const hex = fc.integer({ min: 0, max: 0xffff }).map((code) => code.toString(16).padStart(4, '0'))

const characters = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }).map(escapeQuotes) },
  { weight: 2, arbitrary: fc.constantFrom('\\n', '\\"', '\\\\', '\\/', '\\b', '\\f', '\\r', '\\t') },
  {
    weight: 2,
    arbitrary: fc.tuple(hex, fc.boolean()).map(([code, up]) => `\\u${up ? code.toUpperCase() : code}`),
  },
  // A surrogate pair, lone surrogates, the Kelvin sign, the long s, a line separator.
  {
    weight: 1,
    arbitrary: fc.constantFrom('\\ud83d\\ude00', '\\ud800', '\\uDC00', 'K', 'ſ', '\u2028', '😀', '\u007f'),
  },
  // Often long enough that `json-text.ts` switches to its native search.
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5_000 }).map((length) => 'QUJD/'.repeat(length / 5)) },
)

function escapeQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** A JSON string, quotes included. */
export const stringText = fc.array(characters, { maxLength: 5 }).map((parts) => `"${parts.join('')}"`)

/**
 * A JSON string for a key. Never one that contains a backslash: once V8 has parsed such a key, it may mistake other
 * escaped keys for it (https://github.com/nodejs/node/issues/63785), and the tests compare against JSON.parse.
 */
export const anyKeyText = stringText.map((text) =>
  (JSON.parse(text) as string).includes('\\') ? '"k"' : text,
)

export const numberText = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '0',
    '-0',
    '1e5',
    '1E+400',
    '-1.50e-7',
    '0.0',
    '9007199254740993',
    '1'.repeat(40),
    '5.0',
    '1e2',
  ),
)

const literalText = fc.constantFrom('true', 'false', 'null')

/** The text of any JSON value. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    literalText,
    numberText,
    stringText,
    fc.array(tie('value'), { maxLength: 4 }).chain((items) => list('[', items, ']')),
    fc.array(fc.tuple(anyKeyText, space, tie('value')), { maxLength: 4 }).chain((members) =>
      list(
        '{',
        members.map(([key, gapText, value]) => `${key}${gapText}:${value}`),
        '}',
      ),
    ),
  ),
})).value

function list(opening: string, items: readonly string[], closing: string): fc.Arbitrary<string> {
  return fc.array(space, { minLength: items.length * 2 + 1, maxLength: items.length * 2 + 1 }).map((gaps) => {
    const spaced = items.map((item, index) => `${gaps[index * 2] ?? ''}${item}${gaps[index * 2 + 1] ?? ''}`)
    return opening + (spaced.length > 0 ? spaced.join(',') : (gaps[0] ?? '')) + closing
  })
}

export type Member = { readonly key: string; readonly value: string }

/** The text of an object with these members, in this order. */
export function objectText(members: readonly Member[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      space,
      list(
        '{',
        members.map(({ key, value }) => `${key}:${value}`),
        '}',
      ),
      space,
    )
    .map((parts) => parts.join(''))
}

/** Spells the key with random escape sequences. */
export function keyText(name: string): fc.Arbitrary<string> {
  const spelled = Array.from(name, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant(character) },
      { weight: 1, arbitrary: fc.constant(`\\u${code}`) },
    )
  })
  return fc.tuple(...spelled).map((letters) => `"${letters.join('')}"`)
}

/** The text with some bytes removed, changed or inserted, or truncated. */
export function damaged(text: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  const odd = fc.constantFrom(...Buffer.from('"\\{}[],:0-.eEtfn u/ \t\n\u0000\u001f'), 0xff)
  const damage = fc.tuple(place, fc.constantFrom('remove', 'change', 'insert', 'cut'), odd)
  return fc.tuple(text, fc.array(damage, { maxLength: 3 })).map(([original, damages]) =>
    damages.reduce((bytes, [fraction, how, byte]) => {
      const at = Math.floor(fraction * bytes.length)
      const rest = bytes.subarray(how === 'insert' ? at : at + 1)
      if (how === 'cut') return bytes.subarray(0, at)
      const middle = how === 'remove' ? [] : [byte]
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(middle), rest])
    }, Buffer.from(original)),
  )
}
