// Reads the labelled postings: the text, a line `---`, and what people read in it.
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const lines = z.array(z.int())

const truthSchema = z.object({
  must: lines,
  nice: lines,
  responsibilities: lines,
  benefits: lines,
  years: z.array(z.object({ line: z.int(), years: z.number() })),
  education: z.array(z.object({ line: z.int(), level: z.string(), field: z.string().nullable() })),
  languages: z.array(z.object({ line: z.int(), code: z.string(), level: z.string().nullable() })),
  workplace: z.string().nullable(),
  employmentTypes: z.array(z.string()),
  seniority: z.string().nullable(),
  salary: z
    .object({
      min: z.number().nullable(),
      max: z.number().nullable(),
      currency: z.string().nullable(),
      period: z.string().nullable(),
    })
    .nullable(),
  locations: z.array(z.object({ city: z.string(), country: z.string().nullable() })),
  apply: z.int().nullable(),
})

export type PostingTruth = z.output<typeof truthSchema>
/** Line numbers of the truth start at 1. */
export type LabelledPosting = { name: string; language: string; text: string; truth: PostingTruth }

export async function readLabelledPostings(folder: string): Promise<LabelledPosting[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort()
  return Promise.all(
    names.map(async (name) => {
      const [text = '', truth = ''] = (await readFile(join(folder, name), 'utf8')).split('\n---\n')
      return { name, language: name.slice(0, 2), text, truth: truthSchema.parse(JSON.parse(truth)) }
    }),
  )
}
