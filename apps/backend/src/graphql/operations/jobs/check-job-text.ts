import { badRequest } from '../../graphql-faults.ts'

// More than the longest that was ever posted, and less than a request may have.
const lettersMax = 50_000

export function checkJobText(text: string | null): void {
  if (text !== null && text.length > lettersMax)
    throw badRequest(`The text of a job has at most ${lettersMax} characters.`)
}
