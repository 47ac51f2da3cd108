const atOnce = 20
const askedMax = 1_000

/** Asks from one address, a few at a time, until it is refused for its address; returns the statuses in order of asking. */
export async function askUntilLimited(send: () => Promise<Response>): Promise<number[]> {
  const statuses: number[] = []
  while (!statuses.includes(429) && statuses.length < askedMax) {
    const answers = await Promise.all(Array.from({ length: atOnce }, send))
    await Promise.all(answers.map((answer) => answer.arrayBuffer()))
    statuses.push(...answers.map(({ status }) => status))
  }
  return statuses
}
