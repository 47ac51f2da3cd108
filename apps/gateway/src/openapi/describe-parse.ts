import type { DescribedEndpoint } from './described-endpoint.ts'

const file = { type: 'string', format: 'binary' }

/** Adds files, which a parse route accepts and a tool does not. */
export function describeParse(parse: DescribedEndpoint): DescribedEndpoint {
  return {
    ...parse,
    description:
      `${parse.description} Accepts JSON, plain text, or a PDF or DOCX file of up to 10 MiB and 50 pages, as the body or in a form; ` +
      'the type of a file is detected from its bytes.',
    query: {
      properties: {
        model: {
          type: 'string',
          description: 'An alias for extraction, for bodies that cannot carry it',
        },
      },
    },
    body: {
      ...parse.body,
      'text/plain': { type: 'string' },
      'application/pdf': file,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document': file,
      'multipart/form-data': {
        type: 'object',
        properties: { file, text: { type: 'string' }, model: { type: 'string' } },
      },
    },
    example: { text: 'Jane Doe\njane@example.com\n\nExperience\nCook, Grand Hotel, 2019 - 2023' },
  }
}
