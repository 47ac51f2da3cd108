/**
 * Replaces SQL comments with spaces, so that offsets stay the same. Function bodies between `$$` are SQL too and are
 * kept.
 */
export function withoutSqlComments(sql: string): string {
  return sql.replace(/'(?:''|[^'])*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('--') || part.startsWith('/*') ? part.replace(/[^\n]/g, ' ') : part,
  )
}
