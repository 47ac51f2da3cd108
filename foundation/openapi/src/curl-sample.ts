/** What a sample shows of an operation. */
export type SampledOperation = {
  method: string
  /** Path below the base address, with parameters as `{id}`. */
  path: string
  needsBearer: boolean
  /** JSON body to send. */
  example?: unknown
}

/** A curl command in Markdown, to end a description with. The address and the key come from the shell. */
export function curlSample({ method, path, needsBearer, example }: SampledOperation): string {
  const options = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(needsBearer ? [`-H "Authorization: Bearer $API_KEY"`] : []),
    ...(example === undefined
      ? []
      : [
          `-H 'Content-Type: application/json'`,
          `-d '${JSON.stringify(example).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ]
  return ['```sh', [`curl -s "$BASE_URL${path}"`, ...options].join(' \\\n  '), '```'].join('\n')
}
