#pragma once
// Included by what only an arbiter may see: incidents, inputs, readings, claims. The rooms that show games to
// the public are compiled with ADOUBE_PUBLIC_SIDE, and cannot include it.

#ifdef ADOUBE_PUBLIC_SIDE
#error "only an arbiter may see this: nothing that shows games to the public can know it"
#endif
