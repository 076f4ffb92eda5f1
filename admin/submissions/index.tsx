import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined'
import { Route } from 'react-router'
import { lazyPage } from '../lazy/lazy.tsx'
import type { ResourceDeclaration } from '../resources/resource.tsx'
import { SubmissionList } from './list/submission-list.tsx'

const BoardPage = lazyPage(() => import('./board/board-page.tsx').then((module) => module.BoardPage))
const SubmissionPage = lazyPage(() =>
  import('./page/submission-page.tsx').then((module) => module.SubmissionPage),
)

/** Not lazy: it is the panel's first page. */
export const submissions: ResourceDeclaration = {
  list: SubmissionList,
  icon: DescriptionOutlined,
  recordRepresentation: 'id',
  children: (
    <>
      <Route path="board" element={<BoardPage />} />
      <Route path=":id" element={<SubmissionPage />} />
    </>
  ),
}
