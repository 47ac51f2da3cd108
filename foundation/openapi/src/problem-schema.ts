import { z } from 'zod'

/** RFC 9457 problem details, as `toProblem` of foundation/http writes them. */
export const problemSchema = z.strictObject({
  type: z.string(),
  title: z.string().describe('The reason phrase of the status'),
  status: z.int(),
  detail: z.string().describe('What went wrong and what to do next'),
  code: z.string().describe('Stable, machine-readable: area.what'),
  request_id: z.string().describe('Quote it when you contact us about this response'),
})
