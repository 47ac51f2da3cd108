// Evaluates the expressions of the query builder on a row, as Postgres would. An unknown expression fails loudly.
import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  FunctionNode,
  type OperationNode,
  OperatorNode,
  OrNode,
  ParensNode,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  ValueListNode,
  ValueNode,
} from 'kysely'
import type { Row } from './row.ts'

export type Scene = {
  now: Date
  row: Row
  /** The row that an insert could not add, because of a conflict. */
  excluded?: Row
}

export function evaluate(node: OperationNode, scene: Scene): unknown {
  if (ValueNode.is(node)) return node.value
  if (ReferenceNode.is(node)) return scene.row[columnName(node)]
  if (BinaryOperationNode.is(node)) return compare(node, scene)
  if (AndNode.is(node)) return evaluate(node.left, scene) === true && evaluate(node.right, scene) === true
  if (OrNode.is(node)) return evaluate(node.left, scene) === true || evaluate(node.right, scene) === true
  if (ParensNode.is(node)) return evaluate(node.node, scene)
  if (PrimitiveValueListNode.is(node)) return node.values
  if (ValueListNode.is(node)) return node.values.map((value) => evaluate(value, scene))
  if (FunctionNode.is(node) && node.func === 'now') return scene.now
  if (RawNode.is(node)) return evaluateText(textOf(node), scene)
  throw new Error(`the expression is not simulated: ${node.kind}`)
}

export function columnName(node: OperationNode): string {
  if (ColumnNode.is(node)) return node.column.name
  if (ReferenceNode.is(node) && ColumnNode.is(node.column)) return node.column.column.name
  throw new Error(`not a column: ${node.kind}`)
}

/** The text of an SQL fragment; parameters that are values are written as $. */
export function textOf({ sqlFragments, parameters }: RawNode): string {
  return sqlFragments
    .map((fragment, index) => {
      const parameter = parameters[index]
      if (!parameter) return fragment
      return fragment + (RawNode.is(parameter) ? textOf(parameter) : '$')
    })
    .join('')
}

function compare({ leftOperand, operator, rightOperand }: BinaryOperationNode, scene: Scene): boolean {
  const left = toComparable(evaluate(leftOperand, scene))
  const right = toComparable(evaluate(rightOperand, scene))
  const name: string = OperatorNode.is(operator) ? operator.operator : operator.kind
  if (name === 'is') return left === right
  if (name === 'is not') return left !== right
  // A comparison with null is never true.
  if (left === null || left === undefined || right === null || right === undefined) return false
  switch (name) {
    case '=':
      return left === right
    case '!=':
      return left !== right
    case '<=':
      return left <= right
    case '>=':
      return left >= right
    case 'in':
      return (right as readonly unknown[]).includes(left)
    default:
      throw new Error(`the operator is not simulated: ${name}`)
  }
}

function toComparable(value: unknown): unknown {
  return value instanceof Date ? value.getTime() : value
}

const retryDelay =
  /^now\(\) \+ least\(make_interval\(secs => \(array\[([\d, ]+)\]\)\[least\(attempts \+ 1, \d+\)\]\), greatest\(now\(\) - received_at, interval '1 second'\)\)$/

function evaluateText(text: string, { now, row, excluded }: Scene): unknown {
  switch (text) {
    case 'now()':
      return now
    case 'attempts + 1':
      return Number(row['attempts']) + 1
    case 'provider_charges.revision + 1':
      return (row['revision'] as bigint) + 1n
    case "business_key !~ '^(trial|free):'":
      return !/^(trial|free):/.test(String(row['business_key']))
    case 'greatest(provider_event_sweeps.swept_through, excluded.swept_through)':
      return latest(row['swept_through'] as Date, excluded?.['swept_through'] as Date)
  }
  const delays = retryDelay.exec(text)?.[1]?.split(', ').map(Number)
  if (!delays) throw new Error(`the expression is not simulated: ${text}`)
  const seconds = delays[Math.min(Number(row['attempts']) + 1, delays.length) - 1] ?? 0
  const ageMs = now.getTime() - (row['received_at'] as Date).getTime()
  return new Date(now.getTime() + Math.min(seconds * 1_000, Math.max(ageMs, 1_000)))
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other
}
