import type { DescribedEndpoint } from './described-endpoint.ts'

const file = { type: 'string', format: 'binary' }

/** A parse route takes files as well, which no tool does. */
export function describeParse(parse: DescribedEndpoint): DescribedEndpoint {
  return {
    ...parse,
    description:
      `${parse.description} Takes JSON, plain text, or a PDF or DOCX file of up to 10 MiB and 50 pages, as it is or in a form; ` +
      'what a file is, its bytes say.',
    query: {
      properties: {
        model: {
          type: 'string',
          description: 'An alias made for extraction, for bodies that have no place for it',
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
