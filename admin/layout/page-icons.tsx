import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined'
import type { SvgIconComponent } from '@mui/icons-material'
import type { PageKey } from '#domain/pages'

export const PAGE_ICONS: Record<PageKey, SvgIconComponent> = { forms: DescriptionOutlined }
