import { z } from 'zod'

/** RFC 9457, as `toProblem` of foundation/http writes it. */
export const problemSchema = z.strictObject({
  type: z.string(),
  title: z.string().describe('The words of the status'),
  status: z.int(),
  detail: z.string().describe('What went wrong and what to do next'),
  code: z.string().describe('Stable, for machines: area.what'),
  request_id: z.string().describe('Quote it when you ask us about this answer'),
})
