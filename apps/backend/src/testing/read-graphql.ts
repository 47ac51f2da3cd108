export type GraphqlBody = {
  data?: Record<string, unknown> | null
  errors?: readonly {
    message: string
    path?: readonly (string | number)[]
    extensions: {
      code: string
      fault: string
      request_id: string
      input?: string
      details?: Readonly<Record<string, unknown>>
      retry_after_ms?: number
    }
  }[]
}

export async function readGraphql(response: Response): Promise<GraphqlBody> {
  return (await response.json()) as GraphqlBody
}

/** The codes of the response's errors. */
export function codesOf({ errors = [] }: GraphqlBody): string[] {
  return errors.map(({ extensions }) => extensions.code)
}
