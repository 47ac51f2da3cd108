// A request body and the bytes that a provider must receive for it. The expectation is not derived from the body: both
// are composed from the same pieces, so that the gateway's parsing is not repeated here.
import type { Random } from '../../../simulation/engine/random.ts'
import { randomNumber, randomSpace, randomString, randomValue, respelled } from './random-json.ts'

export type ComposedBody = {
  sent: Buffer
  /** Undefined for a damaged body, for which no expectation exists. */
  expected: Buffer | undefined
  isStream: boolean
  isLarge: boolean
}

export type BodyPlan = { alias: string; providerModel: string; isLarge: boolean; isDamaged: boolean }

/** Text as the caller sends it and as the provider must receive it. */
type Piece = { sent: string; expected: string }

const same = (text: string): Piece => ({ sent: text, expected: text })
const usage = '"include_usage":true'

export function composeBody(random: Random, plan: BodyPlan): ComposedBody {
  const isStream = random.chance(0.5)
  const options = streamOptions(random, isStream)
  const members = interleaved(random, [
    models(random, plan),
    streams(random, isStream),
    options,
    messages(random, plan.isLarge),
    limits(random),
    others(random),
  ])
  const inserted = isStream && options.length === 0 ? `"stream_options":{${usage}},` : ''
  const before = randomSpace(random)
  const after = randomSpace(random)
  const joined = join(random, members)
  const sent = Buffer.from(`${before}{${joined.sent}}${after}`)
  if (plan.isDamaged)
    return { sent: damage(random, sent), expected: undefined, isStream, isLarge: plan.isLarge }
  const expected = Buffer.from(`${before}{${inserted}${joined.expected}}${after}`)
  return { sent, expected, isStream, isLarge: plan.isLarge }
}

function join(random: Random, members: readonly Piece[]): Piece {
  const spaces = members.map(() => [randomSpace(random), randomSpace(random)] as const)
  const text = (side: keyof Piece) =>
    members.map((member, index) => spaces[index]?.[0] + member[side] + spaces[index]?.[1]).join(',')
  return { sent: text('sent'), expected: text('expected') }
}

function field(random: Random, name: string, value: Piece | string): Piece {
  const key = `${respelled(random, name)}${randomSpace(random)}:${randomSpace(random)}`
  const { sent, expected } = typeof value === 'string' ? same(value) : value
  return { sent: key + sent, expected: key + expected }
}

/** Members that keep their order, because among duplicate keys the last one counts. */
type Group = readonly Piece[]

function models(random: Random, { alias, providerModel }: BodyPlan): Group {
  const expected = JSON.stringify(providerModel)
  const earlier = Array.from({ length: random.chance(0.1) ? random.between(1, 2) : 0 }, () =>
    field(random, 'model', { sent: randomValue(random), expected }),
  )
  return [...earlier, field(random, 'model', { sent: respelled(random, alias), expected })]
}

function streams(random: Random, isStream: boolean): Group {
  const count = isStream ? random.pick([1, 1, 1, 2]) : random.pick([0, 0, 1, 2])
  return Array.from({ length: count }, () =>
    field(random, 'stream', isStream ? 'true' : random.pick(['false', 'null'])),
  )
}

function streamOptions(random: Random, isStream: boolean): Group {
  const count = random.pick([0, 0, 1, 1, 2])
  return Array.from({ length: count }, () => {
    const options = random.chance(0.2) ? { sent: 'null', expected: `{${usage}}` } : optionsObject(random)
    return field(random, 'stream_options', isStream ? options : same(options.sent))
  })
}

function optionsObject(random: Random): Piece {
  const included = Array.from({ length: random.pick([0, 0, 1, 1, 2]) }, () =>
    field(random, 'include_usage', {
      sent: random.chance(0.4) ? 'true' : randomValue(random),
      expected: 'true',
    }),
  )
  const rest = Array.from({ length: random.between(0, 2) }, () =>
    same(`"x${random.below(9)}":${randomValue(random)}`),
  )
  const members = interleaved(random, [included, rest])
  if (members.length === 0) {
    const space = randomSpace(random)
    return { sent: `{${space}}`, expected: `{${usage}${space}}` }
  }
  const joined = join(random, members)
  const inserted = included.length === 0 ? `${usage},` : ''
  return { sent: `{${joined.sent}}`, expected: `{${inserted}${joined.expected}}` }
}

function messages(random: Random, isLarge: boolean): Group {
  const image = isLarge ? largeImage(random) : randomString(random)
  const content = `[{"type":"text","text":${randomString(random)}},{"type":"image_url","image_url":{"url":${image}}}]`
  return [field(random, 'messages', `[{"role":"user","model":"inner","stream":true,"content":${content}}]`)]
}

const imageBytes = 5_000_000
const base64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAA'

/** Some encoders escape every slash, and some insert line breaks. */
function largeImage(random: Random): string {
  const row = base64.slice(random.below(40)) + random.pick(['', '\\/', '\\n', '=='])
  return `"data:image/png;base64,${row.repeat(imageBytes / row.length)}"`
}

function limits(random: Random): Group {
  const counts = ['1', '2', '1.0', '2e0', 'null', '0', '-1', '1.5']
  return ['n', 'max_tokens', 'max_completion_tokens']
    .filter(() => random.chance(0.3))
    .map((name) => field(random, name, random.pick(counts)))
}

/**
 * Fields unknown to the gateway, some of them duplicated. None differs from a known field only in upper or lower case.
 */
function others(random: Random): Group {
  const names = ['temperature', 'metadata', 'tools', 'x-own', 'é', '', 'modell', '__proto__', 'seed']
  return Array.from({ length: random.between(0, 5) }, () => {
    const value = random.chance(0.3) ? randomNumber(random) : randomValue(random)
    return field(random, random.pick(names), value)
  })
}

function interleaved(random: Random, groups: readonly Group[]): Piece[] {
  const rest = groups.filter((group) => group.length > 0).map((group) => group.slice())
  const result: Piece[] = []
  while (rest.length > 0) {
    const index = random.below(rest.length)
    result.push(...(rest[index]?.splice(0, 1) ?? []))
    if (rest[index]?.length === 0) rest.splice(index, 1)
  }
  return result
}

function damage(random: Random, bytes: Buffer): Buffer {
  const at = random.below(bytes.length)
  const odd = Buffer.from([
    random.pick([0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x2c, 0x3a, 0x00, 0x0a, 0xff, 0xc3, 0x30, 0x41]),
  ])
  const kind = random.below(3)
  if (kind === 0) return bytes.subarray(0, at)
  return Buffer.concat([bytes.subarray(0, at), odd, bytes.subarray(kind === 1 ? at : at + 1)])
}
