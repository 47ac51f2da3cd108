const batchSize = 20
const sentMax = 1_000

/**
 * Sends requests from one address, a few at a time, until the address limit refuses one; returns the statuses in the
 * order of sending.
 */
export async function sendUntilLimited(send: () => Promise<Response>): Promise<number[]> {
  const statuses: number[] = []
  while (!statuses.includes(429) && statuses.length < sentMax) {
    const answers = await Promise.all(Array.from({ length: batchSize }, send))
    await Promise.all(answers.map((answer) => answer.arrayBuffer()))
    statuses.push(...answers.map(({ status }) => status))
  }
  return statuses
}
