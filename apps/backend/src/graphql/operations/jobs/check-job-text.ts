import { badRequest } from '../../graphql-faults.ts'

// Longer than any posting seen so far, and shorter than the request body limit.
const textLengthMax = 50_000

export function checkJobText(text: string | null): void {
  if (text !== null && text.length > textLengthMax)
    throw badRequest(`The text of a job has at most ${textLengthMax} characters.`)
}
