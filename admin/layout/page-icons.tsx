import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined'
import BusinessOutlined from '@mui/icons-material/BusinessOutlined'
import DashboardOutlined from '@mui/icons-material/DashboardOutlined'
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined'
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined'
import GroupsOutlined from '@mui/icons-material/GroupsOutlined'
import KeyOutlined from '@mui/icons-material/KeyOutlined'
import LinkOutlined from '@mui/icons-material/LinkOutlined'
import PersonOutlined from '@mui/icons-material/PersonOutlined'
import VerifiedOutlined from '@mui/icons-material/VerifiedOutlined'
import WebhookOutlined from '@mui/icons-material/WebhookOutlined'
import type { SvgIconComponent } from '@mui/icons-material'
import type { PageKey } from '#domain/pages'

export const PAGE_ICONS: Record<PageKey | 'dashboard', SvgIconComponent> = {
  dashboard: DashboardOutlined,
  forms: DescriptionOutlined,
  companies: BusinessOutlined,
  teams: GroupsOutlined,
  users: PersonOutlined,
  roles: AdminPanelSettingsOutlined,
  links: LinkOutlined,
  registrations: VerifiedOutlined,
  'api-keys': KeyOutlined,
  webhooks: WebhookOutlined,
  audit: FactCheckOutlined,
}
