// Cuts a line into the texts that are judged: an injection may be one sentence of a long line.

const windowMax = 300
const pairMax = 160

/** Sentences, short neighbouring sentences together, because an order often takes two, and the whole text if it is short. */
export function windowsOf(reading: string): string[] {
  const sentences = sentencesOf(reading)
  const pairs = sentences.slice(1).map((sentence, index) => `${sentences[index] ?? ''} ${sentence}`)
  const whole = reading.trim()
  return [
    ...new Set([
      ...sentences,
      ...pairs.filter(({ length }) => length <= pairMax),
      ...(whole.length <= windowMax ? [whole] : []),
    ]),
  ]
}

/** The end of one text and the beginning of the next; undefined if that is too long for one sentence. */
export function joinTexts(reading: string, next: string): string | undefined {
  const joined = `${sentencesOf(reading).at(-1) ?? ''} ${sentencesOf(next)[0] ?? ''}`
  return joined.length <= windowMax ? joined : undefined
}

function sentencesOf(reading: string): string[] {
  return reading.split(/(?<=[.!?;])\s+/).flatMap((sentence) => sentence.match(parts) ?? [])
}

/** Parts of a bounded length that end at a space. */
const parts = new RegExp(`\\S.{0,${windowMax}}(?!\\S)|\\S{${windowMax}}`, 'gs')
