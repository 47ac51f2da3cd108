// Unusual JSON from a seed, by the hundred thousand: the generators of the property tests shrink their cases, which
// makes them too slow for this.
import type { Random } from '../../../simulation/engine/random.ts'

const characters = [
  'a',
  'Zz',
  ' ',
  '/',
  'é',
  '世界',
  '😀',
  '\u2028',
  '\u007f',
  'K',
  'ſ',
  '\\n',
  '\\"',
  '\\\\',
  '\\/',
  '\\b',
  '\\f',
  '\\r',
  '\\t',
  '\\u0000',
  '\\u00E9',
  '\\ud83d\\ude00',
  // Lone surrogates, which JSON allows.
  '\\ud800',
  '\\uDC00',
  // Text that would mislead a parser that searches for strings without following the JSON structure.
  '\\"model\\":\\"x\\"',
  '\\"stream\\":true',
  '{',
  '}',
  ']',
  ',',
  ':',
] as const

const numbers = [
  '0',
  '-0',
  '1',
  '-17',
  '1.0',
  '1e2',
  '1E+400',
  '-2.50e-7',
  '0.1',
  '9007199254740993',
  '123456789012345678901234567890',
] as const

// Top-level field names, which mean nothing at deeper levels.
const decoys = ['model', 'stream', 'stream_options', 'include_usage', 'n', 'max_tokens', 'Model'] as const

export function randomSpace(random: Random): string {
  if (!random.chance(0.2)) return ''
  return Array.from({ length: random.between(1, 3) }, () => random.pick([' ', '\n', '\r', '\t'])).join('')
}

/** Returns a JSON string with its quotes. */
export function randomString(random: Random): string {
  const isLong = random.chance(0.03)
  // Long strings are mostly plain, so that they exercise the gateway's native search for the end of a long string.
  const parts: string[] = Array.from(
    { length: isLong ? random.between(200, 3_000) : random.between(0, 6) },
    () => (isLong && random.chance(0.995) ? 'Zz' : random.pick(characters)),
  )
  return `"${parts.join('')}"`
}

/**
 * Never contains a backslash: once V8 has parsed a key with an escape it may confuse other escaped keys with it
 * (https://github.com/nodejs/node/issues/63785), and then equal bodies parse differently.
 */
function randomKey(random: Random): string {
  const text = randomString(random)
  return (JSON.parse(text) as string).includes('\\') ? '"key"' : text
}

export function randomNumber(random: Random): string {
  return random.chance(0.5) ? random.pick(numbers) : String(random.between(-100_000, 100_000))
}

export function randomValue(random: Random, depth = 0): string {
  const kind = random.below(depth > 3 ? 4 : 6)
  if (kind === 0) return random.pick(['true', 'false', 'null'])
  if (kind === 1) return randomNumber(random)
  if (kind < 4) return randomString(random)
  const count = random.between(0, 3)
  if (kind === 4) {
    const items = Array.from({ length: count }, () => spaced(random, randomValue(random, depth + 1)))
    return `[${items.join(',')}${count === 0 ? randomSpace(random) : ''}]`
  }
  const members = Array.from({ length: count }, () => {
    const key = random.chance(0.3) ? `"${random.pick(decoys)}"` : randomKey(random)
    return spaced(random, `${key}${randomSpace(random)}:${spaced(random, randomValue(random, depth + 1))}`)
  })
  return `{${members.join(',')}${count === 0 ? randomSpace(random) : ''}}`
}

function spaced(random: Random, text: string): string {
  return randomSpace(random) + text + randomSpace(random)
}

/** Returns another spelling of the same string, with its quotes. */
export function respelled(random: Random, name: string): string {
  const letters = Array.from(name, (letter) => {
    if (letter === '/' && random.chance(0.2)) return '\\/'
    const code = (letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')
    return random.chance(0.03) ? `\\u${random.chance(0.5) ? code : code.toUpperCase()}` : letter
  })
  return `"${letters.join('')}"`
}
