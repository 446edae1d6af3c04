import { describeDashboard } from './dashboard/describe-dashboard';
import { describeAccessibility } from './dashboard/accessibility';
import { describeFailures } from './dashboard/failures';
import { describeHostileTexts } from './dashboard/hostile-texts';
import { describeUpdating } from './dashboard/updating';

describeDashboard(describeFailures, describeUpdating, describeAccessibility, describeHostileTexts);
