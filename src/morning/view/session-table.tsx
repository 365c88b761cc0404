import type { JSX } from 'preact'
import type { SessionRow, SessionTotal } from '../../report/document.ts'
import { shown } from './shown.ts'
import { Words } from './words.tsx'

/** Sessions in figures; where there is no room for columns each is a block with the names of its figures. */
export function SessionTable({ rows, total }: { rows: readonly SessionRow[]; total: SessionTotal }): JSX.Element {
  const names = rows[0]?.cells.map(({ name }) => name) ?? []
  return (
    <table class="sessions">
      <caption class="unseen">Sessions in figures</caption>
      <thead>
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col">Session</th>
          {names.map((name) => (
            <th scope="col" class="num">
              {name}
            </th>
          ))}
          <th scope="col">Evidence</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ tone, state, title, request, cells, evidence }) => (
          <tr>
            <td>
              <span class={`mark ${tone}`}>{shown(state)}</span>
            </td>
            <th scope="row">
              <strong dir="auto">{shown(title)}</strong>
              {request === null ? null : (
                <span class="clamp">
                  <q dir="auto">{shown(request)}</q>
                </span>
              )}
            </th>
            <Cells cells={cells} />
            <td data-name="Evidence">
              <Words line={evidence} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <th scope="row">{total.title}</th>
          <Cells cells={total.cells} />
          <td />
        </tr>
      </tfoot>
    </table>
  )
}

/** One that is empty has no name, which would stand there alone where each row is a block. */
const Cells = ({ cells }: Pick<SessionRow, 'cells'>): JSX.Element => (
  <>
    {cells.map(({ name, text, small }) => (
      <td class="num" data-name={text === '' ? undefined : name}>
        {text}
        {small === '' ? null : <small>{small}</small>}
      </td>
    ))}
  </>
)
