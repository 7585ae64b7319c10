"""Gate step 6, the poison screen: texts that steer, deceive or rob whoever reads them later. Pure."""

from memories.screening.deciding import screen
from memories.screening.suspicion import Reason, Suspicion

__all__ = ["Reason", "Suspicion", "screen"]
